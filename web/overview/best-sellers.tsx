import { useId } from 'react'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import type { BestSeller } from '#contract/overview.ts'

/** A table whose rows are also bars: the names are too long for an axis. */
export function BestSellers({ bestSellers }: { bestSellers: BestSeller[] }) {
  const id = useId()
  const maxUnits = bestSellers[0]?.units ?? 0
  if (maxUnits === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xl">
        Best sellers
      </h2>
      <p className="mb-4 text-quiet">By units, in the last twelve months.</p>
      <table className="figures" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Units</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {bestSellers.map(({ _id, name, units, revenue }) => (
            <tr key={_id}>
              <th scope="row">
                {name}
                <span
                  aria-hidden="true"
                  className="share"
                  style={{ width: `${(units / maxUnits) * 100}%` }}
                />
              </th>
              <td>{formatCount(units)}</td>
              <td>{formatDollars(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
