import { type FormEvent, type ReactNode, useState } from 'react'
import { defaultValues, type FieldValues, fieldNames } from '#contract/catalogue/product-fields.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { ProductCard } from '../../storefront/product/product-card.tsx'
import { readField } from './product-fields.tsx'
import './product-preview.css'

type FormEventOf = FormEvent<HTMLFormElement>

/** The product as a form describes it while one types; what the form does not ask stays as it was. */
export function useDraft(before: Partial<Product> = {}) {
  const [draft, setDraft] = useState(() => toCard(before))
  const show = (form: HTMLFormElement) => setDraft(toCard({ ...before, ...typedIn(form) }))
  return {
    draft,
    listeners: {
      onInput: ({ currentTarget }: FormEventOf) => show(currentTarget),
      // The event comes before the controls are emptied.
      onReset: ({ currentTarget }: FormEventOf) => queueMicrotask(() => show(currentTarget)),
    },
  }
}

const typedIn = (form: HTMLFormElement): Partial<FieldValues> =>
  Object.fromEntries(
    fieldNames
      .filter((name) => form.elements.namedItem(name) !== null)
      .map((name) => [name, readField(form, name)]),
  )

/** With something to see wherever nothing is typed yet; a stock that is not known is not sold out. */
const toCard = ({
  name,
  description,
  price = Number.NaN,
  quantity = Number.NaN,
  minimum,
  ...product
}: Partial<Product>) =>
  ({
    _id: '',
    ...defaultValues,
    ...product,
    name: name || 'Name',
    description: description || 'Description',
    price,
    quantity: Number.isNaN(quantity) ? Number.POSITIVE_INFINITY : quantity,
    minimum: minimum || 0,
  }) as Product

/** The card that a form makes: beside it where there is room, below it elsewhere. */
export function WithPreview({ draft, children }: { draft: Product; children: ReactNode }) {
  return (
    <div className="with-preview">
      {children}
      {/* All of it is in the form too, and none of it can be pressed. */}
      <div inert className="preview">
        <div>
          <p className="mb-2 font-semibold">Preview</p>
          <div className="grid">
            <ProductCard product={draft} loading="eager" />
          </div>
        </div>
      </div>
    </div>
  )
}
