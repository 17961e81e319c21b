import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type {
  ProductHistory as History,
  ProductChange,
  ProductOrder,
} from '#contract/catalogue/product-changes.ts'
import { productFields } from '#contract/catalogue/product-fields.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { api } from '../../api.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { formatDate, formatDateTime } from '../../ui/dates.ts'
import { toast } from '../../ui/page/toasts.tsx'
import { showValue } from './product-fields.tsx'
import type { PanelProps } from './product-panel.ts'

/** What explains the product and its stock: changes and orders, newest first. */
export function ProductHistory({ history, onClose }: PanelProps) {
  const { product, addedBy, addedAt } = history
  const [shown, setShown] = useState(history)
  const [showEarlier, loading] = useSingleFlight(async () => {
    const query = {
      ...lastOf('before', shown.changes),
      ...lastOf('beforeOrder', shown.orders),
    }
    try {
      const earlier = await api.getProductHistory({ params: { id: product._id }, query })
      setShown({
        ...earlier,
        changes: [...shown.changes, ...earlier.changes],
        orders: [...shown.orders, ...earlier.orders],
      })
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  const more = shown.more || shown.moreOrders

  return (
    <>
      <p className="mb-4">
        <span className="block font-semibold">{product.name}</span>
        <span className="block text-quiet">{formatCount(product.quantity)} units available</span>
      </p>
      <ol>
        {entriesOf(shown).map((entry) =>
          'field' in entry ? (
            <Entry key={entry._id} by={entry.by} at={entry.at}>
              <Difference change={entry} />
              {entry.reason && <p>{entry.reason}</p>}
            </Entry>
          ) : (
            <Entry key={entry._id} by={entry.by} at={entry.at}>
              <Order order={entry} />
            </Entry>
          ),
        )}
        {!more && (
          <Entry by={addedBy} at={addedAt}>
            <p className="font-semibold">Added</p>
          </Entry>
        )}
      </ol>
      <div className="modal-buttons mt-6 flex flex-wrap justify-end gap-2">
        {more && (
          <button
            type="button"
            className="btn btn-outline mr-auto"
            aria-disabled={loading}
            onClick={showEarlier}
          >
            Show earlier
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  )
}

const lastOf = (parameter: 'before' | 'beforeOrder', list: { _id: string }[]) => {
  const last = list.at(-1)
  return last && { [parameter]: last._id }
}

/** By time, as far back as both lists are complete. */
function entriesOf({ changes, more, orders, moreOrders }: History): (ProductChange | ProductOrder)[] {
  const completeSince = [more && changes.at(-1)?.at, moreOrders && orders.at(-1)?.at]
    .filter((at) => typeof at === 'string')
    .reduce((latest, at) => (at > latest ? at : latest), '')
  return [...changes, ...orders]
    .filter(({ at }) => at >= completeSince)
    .sort((one, other) => other.at.localeCompare(one.at))
}

type EntryProps = { by: string; at: string; children: ReactNode }

function Entry({ by, at, children }: EntryProps) {
  return (
    <li className="border-base-300 border-t py-3">
      {children}
      <p className="text-quiet text-sm">
        <time dateTime={at}>{formatDateTime(at)}</time> · {by}
      </p>
    </li>
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

/** How many units it took, and whether they came back. */
function Order({ order }: { order: ProductOrder }) {
  const { number, orders, state, restocked } = order
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        {state === 'deleted' ? (
          <span className="font-semibold">Order #{number}</span>
        ) : (
          <Link
            to={`/dashboard/myOrder?${new URLSearchParams({ q: `#${number}` })}`}
            className="font-semibold text-link underline-offset-4 hover:underline"
          >
            Order #{number}
          </Link>
        )}
        {state === 'open' || state === 'paid' ? (
          <span>−{formatCount(orders)} units</span>
        ) : (
          <span className="text-quiet">{formatCount(orders)} units</span>
        )}
      </p>
      <p>
        {outcomeOf(order)}
        {restocked > 0 && `, ${formatCount(restocked)} put back with a refund`}
      </p>
    </>
  )
}

function outcomeOf({ state, paidAt = '', deletedAt = '' }: ProductOrder) {
  switch (state) {
    case 'open':
      return 'Not paid yet, units held'
    case 'lapsed':
      return 'Not paid in time, units back in stock'
    case 'paid':
      return `Paid ${formatDate(paidAt)}`
    case 'deleted':
      return `Deleted ${formatDate(deletedAt)}, units back in stock`
  }
}
