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
          <th scope="col" className="py-2 pr-4 text-left font-normal">
            {name}
          </th>
          {figures.map((figure) => (
            <th key={figure} scope="col" className="whitespace-nowrap py-2 pl-4 text-right font-normal">
              {figure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key} className="border-base-300 border-t align-top">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {name}
            </th>
            {figures.map((figure, column) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                key={column}
                className="min-w-20 whitespace-nowrap py-2 pl-4 text-right font-semibold"
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
