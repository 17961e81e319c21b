import type { Product } from '#contract/catalogue/products.ts'
import { api } from '../../api.ts'
import { filledOf, numberOf } from '../../forms/typed-values.ts'
import { type IdempotencyKeys, useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { unitSentence } from '../../storefront/product/unit-sentence.ts'
import { TextArea, TextField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'

type AskForQuoteProps = {
  product: Product
  /** Open at once, with this quantity. */
  quantity: string | null
  onAsked: (number: string) => unknown
}

/** For quantities and prices that the purchase form cannot offer. */
export function AskForQuote({ quantity, ...form }: AskForQuoteProps) {
  const keys = useIdempotencyKey()
  const label = 'Ask for a quote'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border border-base-300 px-4 py-3 md:px-6">
      <span>Other quantity or price?</span>
      <ModalButton label={label} title={label} className="btn btn-outline" opened={quantity !== null}>
        {(close) => <QuoteForm {...form} keys={keys} quantity={quantity ?? ''} onCancel={close} />}
      </ModalButton>
    </div>
  )
}

type QuoteFormProps = Omit<AskForQuoteProps, 'quantity'> & {
  quantity: string
  keys: IdempotencyKeys
  onCancel: () => void
}

function QuoteForm({ product, quantity, keys, onCancel, onAsked }: QuoteFormProps) {
  const submit = useSubmit(
    async (form) => {
      const body = {
        productId: product._id,
        orders: numberOf(form, 'orders'),
        ...filledOf(form, 'wantedBy', 'purchaseOrder', 'message'),
      }
      const { number } = await keys.send(body, (headers) => api.askForQuote({ headers, body }))
      keys.forget()
      await onAsked(number)
    },
    { keepAs: `quote for ${product._id}` },
  )
  const { errorAt } = submit
  return (
    <ModalForm submit={submit} label="Ask for a quote" onCancel={() => onCancel()}>
      <p className="text-quiet">
        {keepMeasures(product.name)}. We will send you prices and tell you how long they are valid. This is
        not an order.
      </p>
      <NumberField
        label="Quantity"
        name="orders"
        inputMode="numeric"
        defaultValue={quantity}
        help={`At least 100 units; more than we have in stock is fine. ${unitSentence(product.name)}`.trim()}
        error={errorAt('orders')}
      />
      <TextField label="Needed by" optional name="wantedBy" type="date" error={errorAt('wantedBy')} />
      <TextField
        label="Purchase order number"
        optional
        name="purchaseOrder"
        autoComplete="off"
        error={errorAt('purchaseOrder')}
      />
      <TextArea label="Message" optional name="message" rows={3} error={errorAt('message')} />
    </ModalForm>
  )
}
