import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { ApiError, api } from '../../api.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { Spinner } from '../../ui/page/spinner.tsx'
import { chargeCard } from './charge-card.ts'
import { CARD_FORM_UNAVAILABLE } from './load-card-provider.ts'
import './card-form.css'
import { useCardStyle } from './use-card-style.ts'

type CardFormProps = {
  stripe: Stripe
  booking: Booking
  onPaid: (paid: Booking) => void
  /** The order's state may differ from what this page shows. */
  onUncertain: () => Promise<void>
}

/** The provider's embedded card form: the number never passes through the shop. */
export function CardForm({ stripe, ...payment }: CardFormProps) {
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null)
  if (failedAttempt === attempt)
    return (
      <div className="grid justify-items-start gap-4">
        <p role="alert">{CARD_FORM_UNAVAILABLE}</p>
        <button type="button" className="btn btn-primary" onClick={() => setAttempt(attempt + 1)}>
          Retry
        </button>
      </div>
    )
  return (
    <Elements key={attempt} stripe={stripe}>
      <PayForm stripe={stripe} {...payment} onLoadError={() => setFailedAttempt(attempt)} />
    </Elements>
  )
}

function PayForm({
  stripe,
  booking,
  onPaid,
  onUncertain,
  onLoadError,
}: CardFormProps & { onLoadError: () => void }) {
  const elements = useElements()
  const style = useCardStyle()
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [chargedIntent, setChargedIntent] = useState<string | null>(null)

  const [pay, busy] = useSingleFlight(async () => {
    setProblem(null)
    try {
      const intentId = chargedIntent ?? (await charge())
      if (!intentId) return
      setChargedIntent(intentId)
      const body = { payment: booking._id, transictionId: intentId }
      onPaid(await api.payBooking({ params: { id: booking._id }, body }))
    } catch (refused) {
      setProblem((refused as Error).message)
      // The shop has refused this charge: it bought nothing.
      if (refused instanceof ApiError && refused.status === 409) setChargedIntent(null)
      await onUncertain()
    }
  })

  async function charge(): Promise<string | null> {
    const card = elements?.getElement(CardElement)
    if (!card) return null
    const charge = await chargeCard(stripe, card, booking)
    if ('intentId' in charge) return charge.intentId
    setProblem(charge.problem)
    if (charge.uncertain) await onUncertain()
    return null
  }

  const unconfirmed = chargedIntent !== null && problem !== null
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (unconfirmed) button.current?.focus()
  }, [unconfirmed])

  return (
    <form
      method="post"
      aria-label="Card"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      {unconfirmed ? (
        <p>
          Your card was charged, but the shop has not been able to confirm it yet. You will not be charged
          twice.
        </p>
      ) : (
        <div className="grid gap-1">
          <p className="font-semibold">Card</p>
          <div className="focus-frame card-frame">
            {!ready && <Spinner label="Loading the card form" />}
            <div className={ready ? '' : 'invisible'}>
              <CardElement
                options={{ ...style, hidePostalCode: true, disableLink: true }}
                onReady={() => setReady(true)}
                onLoadError={onLoadError}
                onChange={({ error }) => setProblem(error?.message ?? null)}
              />
            </div>
          </div>
        </div>
      )}
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <BusyButton ref={button} type="submit" className="btn btn-accent btn-lg submit-button" busy={busy}>
        {unconfirmed ? 'Confirm the payment' : `Pay ${formatDollars(booking.price)}`}
      </BusyButton>
      {!unconfirmed && (
        <p className="text-quiet text-sm">
          Your card details go straight to the payment provider; this shop never sees the number.
        </p>
      )}
    </form>
  )
}
