import type { ReactNode } from 'react'

type FiguresTableProps = {
  labelledBy?: string
  caption?: string
  columns: [string, string, string]
  rows: { key: string; name: ReactNode; figures: [string, string] }[]
}

/** Names with two figures each. */
export function FiguresTable({ labelledBy, caption, columns: [name, ...figures], rows }: FiguresTableProps) {
  return (
    <table className="w-full border-collapse" aria-labelledby={labelledBy}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className="text-quiet text-sm">
        <tr>
          <th scope="col" className="py-2 text-left align-bottom font-normal">
            {name}
          </th>
          {figures.map((figure) => (
            <th
              key={figure}
              scope="col"
              className="py-2 pl-3 text-right align-bottom font-normal sm:whitespace-nowrap sm:pl-4"
            >
              {figure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key} className="border-base-300 border-t align-top">
            <th scope="row" className="py-2 text-left font-normal">
              {name}
            </th>
            {figures.map((figure, column) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                key={column}
                className="whitespace-nowrap py-2 pl-3 text-right font-semibold sm:min-w-20 sm:pl-4"
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
