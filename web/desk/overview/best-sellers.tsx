import { useId } from 'react'
import type { BestSeller } from '#contract/desk/overview.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { FiguresTable } from './figures-table.tsx'

/** A table whose rows are also bars: the names are too long for an axis. */
export function BestSellers({ bestSellers }: { bestSellers: BestSeller[] }) {
  const id = useId()
  const maxUnits = bestSellers[0]?.units ?? 0
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xl">
        Best sellers
      </h2>
      <p className="mb-4 text-quiet">By units, in the last twelve months.</p>
      <FiguresTable
        labelledBy={id}
        columns={['Product', 'Units', 'Revenue']}
        rows={bestSellers.map(({ _id, name, units, revenue }) => ({
          key: _id,
          name: (
            <>
              {keepMeasures(name)}
              <span
                aria-hidden="true"
                className="mt-1 block h-1.5 rounded-xs bg-primary"
                style={{ width: `${(units / maxUnits) * 100}%` }}
              />
            </>
          ),
          figures: [formatCount(units), formatDollars(revenue)],
        }))}
      />
    </section>
  )
}
