import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import type { Overview, Sales } from '#contract/overview.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Load } from '../ui/load.tsx'
import { useLoad } from '../ui/use-load.ts'
import { PERIODS, type Period } from './periods.ts'
import { SalesTable } from './sales-table.tsx'
import '../ui/choice.css'

/** Revenue and paid orders as charts, and the same figures as a table. */
export function SalesSection({ overview }: { overview: Overview }) {
  const [period, setPeriod] = useState<Period>('days')
  const id = useId()
  const sales = overview[period]
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          Sales
        </h2>
        {sold(overview.months) && <PeriodChoice period={period} onChoose={setPeriod} />}
      </div>
      {sold(overview.months) ? (
        <>
          <Totals sales={sales} />
          <Charts sales={sales} period={period} />
          <SalesTable sales={sales} period={period} />
          <p className="text-quiet text-sm">
            By day of payment; days in {overview.timeZone.replaceAll('_', ' ')}. Refunds are not counted.
          </p>
        </>
      ) : (
        <NoSales unpaid={overview.unpaid.orders} />
      )}
    </section>
  )
}

const sold = (sales: Sales[]) => sales.some(({ orders }) => orders > 0)

function PeriodChoice({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  return (
    <fieldset className="choice">
      <legend className="sr-only">Period</legend>
      {(Object.keys(PERIODS) as Period[]).map((key) => (
        <label key={key}>
          <input type="radio" name="period" checked={key === period} onChange={() => onChoose(key)} />
          {PERIODS[key].label}
        </label>
      ))}
    </fieldset>
  )
}

function Totals({ sales }: { sales: Sales[] }) {
  const orders = sales.reduce((sum, { orders }) => sum + orders, 0)
  const revenue = sales.reduce((sum, { revenue }) => sum + revenue, 0)
  return (
    <dl className="sales-totals" aria-live="polite">
      <div>
        <dt>Revenue</dt>
        <dd>{formatDollars(revenue)}</dd>
      </div>
      <div>
        <dt>Paid orders</dt>
        <dd>{formatCount(orders)}</dd>
      </div>
      <div>
        <dt>Average order</dt>
        <dd>{orders > 0 ? formatDollars(revenue / orders) : '–'}</dd>
      </div>
    </dl>
  )
}

/** The chart library is downloaded here and nowhere else. */
function Charts({ sales, period }: { sales: Sales[]; period: Period }) {
  const library = useLoad(() => import('./sales-charts.tsx'), [])
  return (
    <div className="sales-charts">
      <Load loading={library}>{({ SalesCharts }) => <SalesCharts sales={sales} period={period} />}</Load>
    </div>
  )
}

function NoSales({ unpaid }: { unpaid: number }) {
  return (
    <EmptyState sentence="No order was paid in the last twelve months. Sales appear here as soon as one is.">
      {unpaid > 0 ? (
        <Link to="/dashboard/myOrder?state=unpaid" className="btn btn-primary">
          See the unpaid orders
        </Link>
      ) : (
        <Link to="/catalogue" className="btn btn-primary">
          See the catalogue as customers do
        </Link>
      )}
    </EmptyState>
  )
}
