import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { Notice } from '../../ui/page/notice.tsx'

export const isDisputed = ({ disputed }: Booking) => disputed?.state === 'open'

/** What an admin should know before shipping; nothing while nobody disputes the payment. */
export function DisputeNotice({ booking: { disputed } }: { booking: Booking }) {
  if (!disputed) return null
  const dispute = `${formatDollars(disputed.amount)}, ${disputed.reason}`
  if (disputed.state !== 'open')
    return (
      <p>
        Dispute {disputed.state}: {dispute}.
      </p>
    )
  return (
    <Notice>
      <p className="font-semibold">The customer has disputed this payment</p>
      <p className="text-quiet">
        {dispute}. Respond in the card provider’s dashboard. If you ship now, you may not be paid.
      </p>
    </Notice>
  )
}
