import { useState } from 'react'
import type { ProductHistory as History, ProductChange } from '#contract/product-changes.ts'
import { productFields } from '#contract/product-fields.ts'
import { api } from '../api.ts'
import { formatDateTime } from '../ui/dates.ts'
import { toast } from '../ui/toasts.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { showValue } from './product-fields.tsx'
import type { PanelProps } from './product-panel.ts'

export function ProductHistory({ history, onClose }: PanelProps) {
  return (
    <>
      <Changes history={history} />
      <div className="mt-6 flex justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  )
}

function Changes({ history }: { history: History }) {
  const { product, addedBy, addedAt } = history
  const [{ changes, more }, setShown] = useState(history)
  const [showEarlier, loading] = useSingleFlight(async () => {
    const before = changes.at(-1)?._id
    if (!before) return
    try {
      const earlier = await api.getProductHistory({ params: { id: product._id }, query: { before } })
      setShown({ ...earlier, changes: [...changes, ...earlier.changes] })
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })

  return (
    <>
      <p className="mb-4 font-semibold">{product.name}</p>
      <ol className="grid gap-4">
        {changes.map((change) => (
          <li key={change._id} className="border-base-300 border-l-2 pl-4">
            <Difference change={change} />
            {change.reason && <p>{change.reason}</p>}
            <Source by={change.by} at={change.at} />
          </li>
        ))}
        {!more && (
          <li className="border-base-300 border-l-2 pl-4">
            <p className="font-semibold">Added</p>
            <Source by={addedBy} at={addedAt} />
          </li>
        )}
      </ol>
      {more && (
        <button
          type="button"
          className="btn btn-sm btn-outline mt-4"
          aria-disabled={loading}
          onClick={showEarlier}
        >
          Show earlier changes
        </button>
      )}
    </>
  )
}

/** Numbers side by side, texts one below the other. */
function Difference({ change: { field, from, to } }: { change: ProductChange }) {
  const layout = typeof to === 'number' ? 'mr-2' : 'block'
  return (
    <p>
      <span className={`font-semibold ${layout}`}>{productFields[field].label}</span>
      <del className={`text-quiet ${layout}`}>{showValue(field, from)}</del>
      <span className="sr-only"> became </span>
      <ins className={`no-underline ${layout}`}>{showValue(field, to)}</ins>
    </p>
  )
}

function Source({ by, at }: { by: string; at: string }) {
  return (
    <p className="text-quiet text-sm">
      {by}, <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
  )
}
