import { useState } from 'react'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { MINIMUM_ORDER } from '#contract/order-quantity.ts'
import type { ManagedProduct } from '#contract/product-changes.ts'
import { ApiError, api } from '../api.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { controlIn, numberIn } from '../ui/form-values.ts'
import { Load } from '../ui/loading.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { PanelButtons } from '../ui/panel-buttons.tsx'
import { useSubmit } from '../use-submit.ts'
import type { PanelProps } from './product-panel.ts'
import { useManagedProduct } from './use-managed-product.ts'

export function EditProduct({ id, ...panel }: PanelProps) {
  const loading = useManagedProduct(id)
  return <Load loading={loading}>{(product) => <EditForm product={product} {...panel} />}</Load>
}

const FIELDS = ['name', 'image', 'description', 'price', 'minimum'] as const
type Field = (typeof FIELDS)[number]

function EditForm({ product, onClose, onChanged }: { product: ManagedProduct } & Omit<PanelProps, 'id'>) {
  const [current, setCurrent] = useState(product)
  const [meanwhile, setMeanwhile] = useState<Field[]>([])
  const params = { id: product._id }

  const { busy, onSubmit, errorAt, problem } = useSubmit(async (form) => {
    const edit = Object.fromEntries(
      FIELDS.map((field) => [field, read(form, field)] as const).filter(
        ([field, value]) => value !== current[field],
      ),
    )
    try {
      await api.editProduct({ params, body: { ...edit, version: current.version } })
    } catch (refused) {
      if (refused instanceof ApiError && refused.field === 'version') {
        const { product: now } = await api.getProductHistory({ params })
        setMeanwhile(FIELDS.filter((field) => now[field] !== current[field]))
        takeOver(form, current, now)
        setCurrent(now)
      }
      throw refused
    }
    onChanged('Product saved')
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        defaultValue={product.name}
        error={errorAt('name')}
      />
      <TextField
        label="Image"
        name="image"
        inputMode="url"
        autoComplete="off"
        defaultValue={product.image}
        error={errorAt('image')}
      />
      <TextArea
        label="Description"
        name="description"
        rows={4}
        defaultValue={product.description}
        error={errorAt('description')}
      />
      <div className="grid grid-cols-2 gap-4">
        <NumberField
          label="Price"
          name="price"
          inputMode="decimal"
          defaultValue={product.price}
          help="Dollars per unit; placed orders keep theirs"
          error={errorAt('price')}
        />
        <NumberField
          label="Minimum"
          name="minimum"
          inputMode="numeric"
          defaultValue={product.minimum}
          help={`Smallest order, from ${MINIMUM_ORDER}`}
          error={errorAt('minimum')}
        />
      </div>
      <div role="alert" className="text-error empty:hidden">
        {problem && <p>{problem}</p>}
        {problem && meanwhile.length > 0 && (
          <>
            <p className="mt-2">Loaded again. What somebody else has changed:</p>
            <ul className="list-disc pl-5">
              {meanwhile.map((field) => (
                <li key={field}>
                  {field}: {show(field, current)}
                </li>
              ))}
            </ul>
            <p className="mt-2">What you typed is still here: save again to make it so.</p>
          </>
        )}
      </div>
      <PanelButtons busy={busy} onCancel={onClose}>
        Save
      </PanelButtons>
    </form>
  )
}

function read(form: HTMLFormElement, field: Field): string | number {
  if (field === 'price' || field === 'minimum') return numberIn(form, field)
  return controlIn(form, field).value.trim()
}

/** What the editor left alone becomes what it is now. */
function takeOver(form: HTMLFormElement, before: ManagedProduct, now: ManagedProduct) {
  for (const field of FIELDS)
    if (read(form, field) === before[field]) controlIn(form, field).value = String(now[field])
}

function show(field: Field, product: ManagedProduct) {
  if (field === 'price') return formatDollars(product.price)
  return field === 'minimum' ? formatCount(product.minimum) : product[field]
}
