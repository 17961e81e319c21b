import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Sales } from '#contract/desk/overview.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { PERIODS, type Period } from './periods.ts'

type SalesChartsProps = { sales: Sales[]; period: Period }

export function SalesCharts({ sales, period }: SalesChartsProps) {
  const { one } = PERIODS[period]
  return (
    <>
      <SalesChart
        title={`Revenue per ${one}`}
        sales={sales}
        period={period}
        measure="revenue"
        height={240}
        color="var(--color-primary)"
        onAxis={compactDollars.format}
        inWords={formatDollars}
      />
      <SalesChart
        title={`Paid orders per ${one}`}
        sales={sales}
        period={period}
        measure="orders"
        height={150}
        color="var(--color-quiet)"
        onAxis={compactCount.format}
        inWords={(orders) => `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`}
      />
    </>
  )
}

const compactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const compactCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })

type SalesChartProps = SalesChartsProps & {
  title: string
  measure: 'revenue' | 'orders'
  height: number
  color: string
  onAxis: (value: number) => string
  inWords: (value: number) => string
}

const tick = { fill: 'var(--color-quiet)', fontSize: 14 }

function SalesChart({ title, sales, period, measure, height, color, onAxis, inWords }: SalesChartProps) {
  const { long } = PERIODS[period]
  return (
    <figure>
      <figcaption className="mb-2 font-semibold">{title}</figcaption>
      <div role="img" aria-label={`${title}: ${summary(sales, measure, long, inWords)}`}>
        {/* The size is a first guess: without one the library complains before it has measured. */}
        <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
          <BarChart
            data={sales}
            accessibilityLayer={false}
            margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-base-300)" />
            <XAxis
              dataKey="from"
              tick={({ x, y, payload }) => (
                <PeriodLabel x={x} y={y} from={payload.value} sales={sales} period={period} />
              )}
              tickLine={false}
              axisLine={false}
              interval={0}
            />
            <YAxis
              width={56}
              tickFormatter={onAxis}
              tick={tick}
              tickLine={false}
              axisLine={false}
              tickCount={measure === 'revenue' ? 5 : 3}
              allowDecimals={false}
              domain={[0, 'auto']}
            />
            <Tooltip
              cursor={{ fill: 'var(--color-base-200)' }}
              isAnimationActive={false}
              content={({ active, payload }) => {
                const shown = payload?.[0]?.payload as Sales | undefined
                return active && shown ? (
                  <p className="rounded-field border border-quiet bg-base-100 px-3 py-1 text-sm">
                    {long(shown.from)}
                    <strong className="block">{inWords(shown[measure])}</strong>
                  </p>
                ) : null
              }}
            />
            <ReferenceLine y={0} stroke="var(--color-quiet)" />
            <Bar
              dataKey={measure}
              fill={color}
              isAnimationActive={false}
              maxBarSize={48}
              radius={[2, 2, 0, 0]}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

type PeriodLabelProps = SalesChartsProps & { x: number | string; y: number | string; from: string }

/** Counted from the last, which always has one. */
function PeriodLabel({ x, y, from, sales, period }: PeriodLabelProps) {
  const { short, last, labelEvery } = PERIODS[period]
  const age = sales.length - 1 - sales.findIndex((each) => each.from === from)
  if (age % labelEvery.onWide > 0) return <g />
  return (
    <text
      x={x}
      y={y}
      dy="0.71em"
      textAnchor="middle"
      {...tick}
      {...(age === 0 && { fill: 'currentColor', fontWeight: 600 })}
      className={age % labelEvery.onPhone > 0 ? 'max-sm:hidden' : undefined}
    >
      {age === 0 ? last(from) : short(from)}
    </text>
  )
}

/** What somebody who sees the bars reads off first. */
function summary(
  sales: Sales[],
  measure: 'revenue' | 'orders',
  long: (from: string) => string,
  inWords: (value: number) => string,
) {
  const best = sales.reduce((best, each) => (each[measure] > best[measure] ? each : best))
  return best[measure] > 0 ? `highest ${inWords(best[measure])}, ${long(best.from)}` : 'nothing was sold'
}
