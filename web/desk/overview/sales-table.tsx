import type { Sales } from '#contract/desk/overview.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { FiguresTable } from './figures-table.tsx'
import { PERIODS, type Period } from './periods.ts'

/** What the charts show, in figures, newest first. */
export function SalesTable({ sales, period }: { sales: Sales[]; period: Period }) {
  const { one, long } = PERIODS[period]
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer font-semibold text-link">Show as table</summary>
      <div className="pt-4">
        <FiguresTable
          caption={`Sales by ${one}, newest first`}
          columns={[one === 'day' ? 'Day' : 'Month', 'Paid orders', 'Revenue']}
          rows={sales.toReversed().map(({ from, orders, revenue }) => ({
            key: from,
            name: <time dateTime={from}>{long(from)}</time>,
            figures: [formatCount(orders), formatDollars(revenue)],
          }))}
        />
      </div>
    </details>
  )
}
