import type { ReactNode } from 'react'

export type Column<Row> = {
  label: string
  /** The title is the row's header; pictures and actions need no visible label. */
  kind?: 'title' | 'picture' | 'number' | 'actions'
  show: (row: Row) => ReactNode
}

type ResponsiveTableProps<Row> = { label: string; columns: Column<Row>[]; rows: Row[] }

/** A dense table that becomes a list of cards where there is no room for columns. */
export function ResponsiveTable<Row extends { _id: string }>({
  label,
  columns,
  rows,
}: ResponsiveTableProps<Row>) {
  return (
    // The roles are spelled out because some browsers drop them together with the table's layout.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" aria-label={label} className="table-cards">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, kind }) => (
            <th key={label} role="columnheader" scope="col" className={kind}>
              {kind === 'picture' || kind === 'actions' ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row._id} role="row" tabIndex={-1}>
            {columns.map(({ label, kind, show }) =>
              kind === 'title' ? (
                <th key={label} role="rowheader" scope="row">
                  {show(row)}
                </th>
              ) : (
                <td
                  key={label}
                  role="cell"
                  className={kind === 'actions' ? 'row-actions' : kind}
                  data-label={kind === 'picture' || kind === 'actions' ? undefined : label}
                >
                  {show(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

/** For a button that disappears while its row stays. */
export function focusRow(button: HTMLElement) {
  button.closest('tr')?.focus({ preventScroll: true })
}

/** For a row that disappears: the focus moves to its neighbor, or to the page's heading. */
export function focusNextRow(button: HTMLElement) {
  const row = button.closest('tr')
  const near = row?.nextElementSibling ?? row?.previousElementSibling ?? document.querySelector('main h1')
  if (!(near instanceof HTMLElement)) return
  near.tabIndex = -1
  near.focus({ preventScroll: true })
}
