import { useId, useState } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { QuoteState } from '#contract/sales/quote-search.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { api } from '../../api.ts'
import { controlOf, textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { quoteTitleId } from '../../orders/quotes/quote-title.tsx'
import { TextArea, TextField } from '../../ui/controls/field.tsx'
import { formatDay, today } from '../../ui/dates.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { type Close, ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalCancel } from '../../ui/modals/modal-buttons.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import { LoadedLater } from '../../ui/page/loaded.tsx'
import { resultOf } from '../../ui/page/result.ts'
import { useOfferSteps } from './offer-steps.tsx'

const SUBMIT = 'Send the offer'
const DAYS_VALID = 14

const LABELS: Partial<Record<QuoteState, string>> = { asked: 'Make an offer', offered: 'Edit the offer' }

/** The button that answers a request with prices, or replaces an offer. */
export function MakeOffer({ quote }: { quote: Quote }) {
  const label = LABELS[quote.state] ?? 'Make a new offer'
  return (
    <ModalButton
      label={label}
      title={`${label}: ${quote.number}`}
      className={`btn btn-sm ${quote.state === 'asked' ? 'btn-primary' : ''}`}
      describedBy={quoteTitleId(quote)}
    >
      {(close) => <OfferOfProduct quote={quote} close={close} />}
    </ModalButton>
  )
}

type OfferProps = { quote: Quote; close: Close }

function OfferOfProduct({ quote, close }: OfferProps) {
  const load = () => resultOf(api.getProduct({ params: { id: quote.productId }, signedIn: true }))
  const [loading, setLoading] = useState(load)
  return (
    <LoadedLater
      loading={loading}
      retry={() => setLoading(load())}
      footer={<ModalCancel label={SUBMIT} onCancel={() => close()} />}
    >
      {(product) => <OfferForm quote={quote} product={product} close={close} />}
    </LoadedLater>
  )
}

function OfferForm({ quote, product, close }: OfferProps & { product: Product }) {
  const first = quote.steps.length > 0 ? quote.steps : [{ orders: quote.orders, price: product.price }]
  const { readSteps, rules, fields } = useOfferSteps(first)
  const submit = useSubmit(
    async (form) => {
      const body = {
        steps: readSteps(),
        validUntil: textOf(form, 'validUntil'),
        hold: controlOf(form, 'hold').checked,
        note: textOf(form, 'note'),
      }
      await api.offerQuote({ params: { id: quote._id }, body })
      close(`Offer ${quote.number} sent`)
    },
    { rules, keepAs: `offer ${quote._id}` },
  )
  const { errorAt } = submit
  const holdErrorId = useId()
  return (
    <ModalForm submit={submit} label={SUBMIT} onCancel={() => close()}>
      <Asked quote={quote} product={product} />
      {fields(errorAt)}
      <TextField
        label="Valid until"
        name="validUntil"
        type="date"
        defaultValue={quote.state === 'offered' ? quote.validUntil : today(DAYS_VALID)}
        error={errorAt('validUntil')}
      />
      <div className="grid gap-1">
        <label className="flex min-h-6 items-start gap-2">
          <input
            type="checkbox"
            name="hold"
            defaultChecked={quote.held > 0}
            aria-invalid={errorAt('hold') ? true : undefined}
            aria-describedby={errorAt('hold') && holdErrorId}
            className="mt-1 size-4 shrink-0 accent-primary"
          />
          Set the largest quantity aside until then
        </label>
        <p id={holdErrorId} className="text-error text-sm empty:hidden">
          {errorAt('hold')}
        </p>
      </div>
      <TextArea
        label="Note to the customer"
        optional
        name="note"
        rows={3}
        defaultValue={quote.note}
        error={errorAt('note')}
      />
    </ModalForm>
  )
}

/** What the customer wants, beside what the shop has. */
function Asked({ quote, product }: { quote: Quote; product: Product }) {
  const held = quote.held > 0 ? ` and ${formatCount(quote.held)} set aside` : ''
  return (
    <div className="grid gap-3">
      <p>
        <span className="block font-semibold">{keepMeasures(quote.product)}</span>
        {quote.sku && <span className="block text-quiet">SKU {quote.sku}</span>}
      </p>
      {quote.message && (
        <blockquote
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, by keyboard too
          tabIndex={0}
          className="modal-quotation whitespace-pre-line border-base-300 border-l-2 pl-4"
        >
          {quote.message}
        </blockquote>
      )}
      <DetailList
        details={{
          Customer: quote.name,
          'Requested quantity': `${formatCount(quote.orders)} units`,
          ...(quote.wantedBy && { 'Needed by': formatDay(quote.wantedBy) }),
          Available: `${formatCount(product.quantity)} units${held}`,
          'List price': formatDollars(product.price),
        }}
      />
    </div>
  )
}
