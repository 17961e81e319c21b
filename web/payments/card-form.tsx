import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#contract/money.ts'
import { api } from '../api.ts'
import { SpinnerRing } from '../ui/spinner.tsx'
import { useOnce } from '../ui/use-once.ts'

type CardFormProps = { stripe: Stripe; booking: Booking; onPaid: (transictionId: string) => void }

/** The provider's embedded card form: the number never passes through the shop. */
export function CardForm({ stripe, ...payment }: CardFormProps) {
  return (
    <Elements stripe={stripe}>
      <PayForm {...payment} />
    </Elements>
  )
}

function PayForm({ booking, onPaid }: Omit<CardFormProps, 'stripe'>) {
  const stripe = useStripe()
  const elements = useElements()
  const look = useCardLook()
  const [problem, setProblem] = useState<string | null>(null)
  const [paidIntent, setPaidIntent] = useState<string | null>(null)

  const [pay, busy] = useOnce(async () => {
    setProblem(null)
    try {
      const intent = paidIntent ?? (await charge())
      if (!intent) return
      setPaidIntent(intent)
      await api.payBooking({
        params: { id: booking._id },
        body: { payment: booking._id, transictionId: intent },
      })
      onPaid(intent)
    } catch (refused) {
      setProblem((refused as Error).message)
    }
  })

  /** The id of the succeeded intent, or null when the card was refused. */
  async function charge(): Promise<string | null> {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return null
    const billing = { name: booking.name, email: booking.email }
    const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
    if (method.error) return refuse(method.error.message)
    const { clientSecret } = await api.createPaymentIntent({
      body: { price: booking.price, bookingId: booking._id },
    })
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: method.paymentMethod.id,
    })
    if (error?.payment_intent?.status === 'succeeded') return error.payment_intent.id
    if (error) return refuse(error.message)
    return paymentIntent.status === 'succeeded'
      ? paymentIntent.id
      : refuse('The payment is still being processed. Look at your orders in a minute.')
  }

  function refuse(sentence = 'The card was not accepted.') {
    setProblem(sentence)
    return null
  }

  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div className="card-frame">
        <CardElement options={{ ...look, hidePostalCode: true, disabled: busy || paidIntent !== null }} />
      </div>
      <button
        type="submit"
        className="btn btn-accent btn-lg"
        disabled={!stripe}
        aria-busy={busy}
        aria-disabled={busy}
      >
        {busy && <SpinnerRing />}
        {paidIntent ? 'Confirm the payment' : `Pay ${formatDollars(booking.price)}`}
      </button>
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
    </form>
  )
}

/** The frame has its own document, so our colours have to be handed to it, again whenever the theme changes. */
function useCardLook(): StripeCardElementOptions {
  const [look, setLook] = useState(cardLook)
  useEffect(() => {
    const watcher = new MutationObserver(() => setLook(cardLook()))
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [])
  return look
}

function cardLook(): StripeCardElementOptions {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  return {
    style: {
      base: {
        color: colour('--color-base-content'),
        iconColor: colour('--color-base-content'),
        fontFamily: colour('--font-sans'),
        fontSize: '16px',
        '::placeholder': { color: colour('--quiet') },
      },
      invalid: { color: colour('--color-error'), iconColor: colour('--color-error') },
    },
  }
}
