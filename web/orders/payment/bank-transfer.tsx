import { useState } from 'react'
import { formatDollars } from '#contract/formats/money.ts'
import type { BankTransfer as BankDetails, Booking } from '#contract/sales/bookings.ts'
import { api } from '../../api.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { LoadedLater } from '../../ui/page/loaded.tsx'
import { resultOf } from '../../ui/page/result.ts'
import { toast } from '../../ui/page/toasts.tsx'
import { Documents } from '../booking/documents.tsx'
import { type AccountLine, accountLines } from './account-lines.ts'

type BankTransferProps = { booking: Booking; onChosen: (booking: Booking) => void }

/** What a bank's form asks for, each to copy, and the button by which the shop learns that money is on its way. */
export function BankTransfer({ booking, onChosen }: BankTransferProps) {
  const params = { id: booking._id }
  const load = () => resultOf(api.getBankTransfer({ params }))
  const [loading, setLoading] = useState(load)
  const [choose, busy] = useSingleFlight(async () => {
    try {
      onChosen(await api.chooseBankTransfer({ params }))
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <section aria-labelledby="by-bank" className="grid gap-4 border-base-300 border-t pt-6">
      <h2 id="by-bank" className="text-lg">
        Or pay by bank transfer
      </h2>
      <LoadedLater
        loading={loading}
        retry={() => setLoading(load())}
        skeleton={{ silent: true, blocks: 4, height: 'h-10' }}
      >
        {(details) => <Details {...details} />}
      </LoadedLater>
      <p role="status" className="empty:hidden">
        {booking.byBank && <Chosen booking={booking} />}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!booking.byBank && (
          <BusyButton className="btn btn-outline" busy={busy} onClick={choose}>
            I’ll pay by bank transfer
          </BusyButton>
        )}
        <Documents booking={booking} />
      </div>
    </section>
  )
}

function Chosen({ booking: { heldUntil } }: { booking: Booking }) {
  return (
    <>
      <strong className="block font-semibold text-success">We are expecting your transfer.</strong>
      The invoice will be here once it has arrived.
      {heldUntil && ` We are holding the units until ${formatDateTime(heldUntil)}.`}
    </>
  )
}

function Details({ recipient, account, reference, amount }: BankDetails) {
  const lines = accountLines(account)
  const unnamed = lines.filter(({ label }) => !label)
  return (
    <DetailList
      details={[
        ['Recipient', copyable(recipient)],
        ...(unnamed.length > 0 ? [['Account', unnamed.map(showLine)] as const] : []),
        ...lines.flatMap(({ label, text }) => (label ? [[label, copyable(text)] as const] : [])),
        ['Reference', copyable(reference)],
        ['Amount', copyable(formatDollars(amount), amount.toFixed(2))],
      ]}
    />
  )
}

const copyable = (text: string, copies = text) => (
  <Copyable whole copies={copies}>
    {text}
  </Copyable>
)

const showLine = ({ text, copied }: AccountLine) => (
  <span key={text} className={`block ${copied ? '' : 'mr-6'}`}>
    {copied ? copyable(text) : text}
  </span>
)
