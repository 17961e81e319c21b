import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import type { Sales } from '#contract/overview.ts'
import { PERIODS, type Period } from './periods.ts'

/** What the charts show, in figures, newest first. */
export function SalesTable({ sales, period }: { sales: Sales[]; period: Period }) {
  const { one, long } = PERIODS[period]
  return (
    <details className="sales-details">
      <summary>Show as table</summary>
      <table className="figures">
        <caption className="sr-only">Sales by {one}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">{one === 'day' ? 'Day' : 'Month'}</th>
            <th scope="col">Paid orders</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {sales.toReversed().map(({ from, orders, revenue }) => (
            <tr key={from}>
              <th scope="row">
                <time dateTime={from}>{long(from)}</time>
              </th>
              <td>{formatCount(orders)}</td>
              <td>{formatDollars(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
