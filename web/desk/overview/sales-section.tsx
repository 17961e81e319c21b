import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Overview, Sales } from '#contract/desk/overview.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { RadioChoice } from '../../ui/controls/choice.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadedLater } from '../../ui/page/loaded.tsx'
import { resultOf } from '../../ui/page/result.ts'
import { PERIODS, type Period } from './periods.ts'
import { SalesTable } from './sales-table.tsx'

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
        {sold(overview.months) && (
          <RadioChoice label="Period" name="period" options={PERIODS} chosen={period} onChoose={setPeriod} />
        )}
      </div>
      {sold(overview.months) ? (
        <>
          <Totals sales={sales} />
          {sold(sales) ? (
            <>
              <Charts sales={sales} period={period} />
              <SalesTable sales={sales} period={period} />
            </>
          ) : (
            <p className="rounded-box border border-quiet border-dashed p-6">
              No orders were paid in the last {PERIODS[period].label}.
            </p>
          )}
          <p className="text-quiet text-sm">
            Payments minus refunds, each counted on the day it was made. Days in{' '}
            {overview.timeZone.replaceAll('_', ' ')}.
          </p>
        </>
      ) : (
        <NoSales unpaid={overview.unpaid.orders} />
      )}
    </section>
  )
}

const sold = (sales: Sales[]) => sales.some(({ orders, revenue }) => orders > 0 || revenue !== 0)

function Totals({ sales }: { sales: Sales[] }) {
  const orders = sales.reduce((sum, { orders }) => sum + orders, 0)
  const revenue = sales.reduce((sum, { revenue }) => sum + revenue, 0)
  const totals = {
    Revenue: formatDollars(revenue),
    'Paid orders': formatCount(orders),
    'Average order': orders > 0 ? formatDollars(revenue / orders) : '–',
  }
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4" aria-live="polite">
      {Object.entries(totals).map(([name, figure]) => (
        <div key={name}>
          <dt className="text-quiet text-sm">{name}</dt>
          <dd className="font-heading text-xl">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The chart library is downloaded here and nowhere else. */
const loadCharts = () => resultOf(import('./sales-charts.tsx'))

/** The place is as high as the charts, so that nothing moves when they come. */
function Charts({ sales, period }: { sales: Sales[]; period: Period }) {
  const [library, setLibrary] = useState(loadCharts)
  return (
    <div className="grid min-h-[29.875rem] content-start gap-6">
      <LoadedLater
        loading={library}
        retry={() => setLibrary(loadCharts())}
        skeleton={{ blocks: 2, height: 'h-56' }}
      >
        {({ SalesCharts }) => <SalesCharts sales={sales} period={period} />}
      </LoadedLater>
    </div>
  )
}

function NoSales({ unpaid }: { unpaid: number }) {
  return (
    <EmptyState sentence="No orders were paid in the last twelve months. Sales will appear here as soon as one is.">
      {unpaid > 0 ? (
        <Link to="/dashboard/myOrder?state=unpaid" className="btn btn-primary">
          See the unpaid orders
        </Link>
      ) : (
        <Link to="/dashboard/manageProduct" className="btn btn-primary">
          {texts.dashboard.manageProduct}
        </Link>
      )}
    </EmptyState>
  )
}
