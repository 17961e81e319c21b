import { useRevalidator, useRouteLoaderData } from 'react-router'
import type { Booking } from '#contract/sales/bookings.ts'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { api } from '../../api.ts'
import { DownloadButton, type DownloadOptions } from '../../ui/controls/download-button.tsx'

/** Everything on paper about an order; the packing slip is for those who ship it. */
export function Documents({ booking, packingSlip = false }: { booking: Booking; packingSlip?: boolean }) {
  const { _id: id, number, paid, invoice, refunds = [] } = booking
  const { bankTransfers } = useRouteLoaderData('root') as ShopInfo
  const { revalidate } = useRevalidator()
  const creditNotes = refunds.flatMap(({ creditNote }) => creditNote ?? [])
  const params = { id }

  async function loadProForma(options: DownloadOptions) {
    // Whoever downloads their own means to pay by bank; the file is of use also if the shop could not be told.
    if (!packingSlip) await api.chooseBankTransfer({ params, ...options }).catch(() => {})
    const file = await api.getProForma({ params, ...options })
    // A transfer takes days, so the units may be held longer from now on.
    void revalidate()
    return file
  }
  return (
    <>
      {!paid && bankTransfers && (
        <DownloadButton label="Pro forma invoice" fileName={`pro-forma-${number}`} load={loadProForma} />
      )}
      {invoice && (
        <DownloadButton
          label="Invoice"
          fileName={`invoice-${invoice}`}
          load={(options) => api.getInvoice({ params, ...options })}
        />
      )}
      {creditNotes.map((note) => (
        <DownloadButton
          key={note}
          label={creditNotes.length > 1 ? `Credit note ${note}` : 'Credit note'}
          fileName={`credit-note-${note}`}
          load={(options) => api.getCreditNote({ params: { id, number: note }, ...options })}
        />
      ))}
      {packingSlip && paid && (
        <DownloadButton
          label="Packing slip"
          fileName={`packing-slip-${number}`}
          load={(options) => api.getPackingSlip({ params, ...options })}
        />
      )}
    </>
  )
}
