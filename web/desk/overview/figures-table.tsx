import type { ReactNode } from 'react'
import './figures-table.css'

type FiguresTableProps = {
  labelledBy?: string
  caption?: string
  columns: [string, string, string]
  rows: { key: string; name: ReactNode; figures: [string, string] }[]
}

/** Names with two figures each. */
export function FiguresTable({ labelledBy, caption, columns: [name, ...figures], rows }: FiguresTableProps) {
  return (
    <table className="figures-table" aria-labelledby={labelledBy}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {figures.map((figure) => (
            <th key={figure} scope="col">
              {figure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {figures.map((figure, column) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                key={column}
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
