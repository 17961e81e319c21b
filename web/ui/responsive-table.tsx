import type { CSSProperties, ReactNode } from 'react'
import { useRowFocus } from './use-row-focus.ts'
import './responsive-table.css'

export type Column<Row> = {
  label: string
  /** The title is the row's header; a note is a line below the others. Pictures, notes and actions need no visible label. */
  kind?: 'title' | 'picture' | 'number' | 'note' | 'actions'
  /** How much of the room a text gets beside the others; numbers and actions take what they need. */
  share?: number
  /** Needed in a table with notes, for all but texts: its rows are laid out one by one. */
  width?: string
  show: (row: Row) => ReactNode
}

type ResponsiveTableProps<Row> = { label: string; columns: Column<Row>[]; rows: Row[] }

/** A dense table that becomes a list of cards where there is no room for columns. */
export function ResponsiveTable<Row extends { _id: string }>({
  label,
  columns,
  rows,
}: ResponsiveTableProps<Row>) {
  const isText = ({ kind = 'title' }: Column<Row>) => kind === 'title'
  const shares = columns.filter(isText).reduce((sum, { share = 1 }) => sum + share, 0)
  const notes = columns.some(({ kind }) => kind === 'note')
  const widthOf = (column: Column<Row>) =>
    isText(column) && !notes ? `${((column.share ?? 1) / shares) * 100}%` : undefined
  const template = columns
    .filter(({ kind }) => kind !== 'note')
    .map(({ width, share = 1 }) => width ?? `minmax(0, ${share}fr)`)
    .join(' ')
  return (
    // The roles are spelled out because some browsers drop them together with the table's layout.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <div className="table-frame">
      <table
        role="table"
        aria-label={label}
        className={`table-cards ${notes ? 'with-notes' : ''}`}
        style={notes ? ({ '--columns': template } as CSSProperties) : undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                className={column.kind}
                style={{ width: widthOf(column) }}
              >
                {isUnlabelled(column) ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row._id}>
              {columns.map((column) =>
                column.kind === 'title' ? (
                  <th key={column.label} role="rowheader" scope="row">
                    {column.show(row)}
                  </th>
                ) : (
                  <td
                    key={column.label}
                    role="cell"
                    className={column.kind}
                    data-label={isUnlabelled(column) ? undefined : column.label}
                  >
                    {column.show(row)}
                  </td>
                ),
              )}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const isUnlabelled = ({ kind }: Pick<Column<never>, 'kind'>) =>
  kind === 'picture' || kind === 'note' || kind === 'actions'

function Row({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <tr {...useRowFocus()} role="row" tabIndex={-1}>
      {children}
    </tr>
  )
}
