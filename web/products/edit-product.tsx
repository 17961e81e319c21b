import { useState } from 'react'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { MINIMUM_ORDER } from '#contract/order-quantity.ts'
import type { ManagedProduct } from '#contract/product-changes.ts'
import { ApiError, api } from '../api.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { controlOf, numberOf } from '../ui/form-values.ts'
import { Load } from '../ui/load.tsx'
import { ModalButtons } from '../ui/modal-buttons.tsx'
import { NumberField } from '../ui/number-field.tsx'
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
  const [changedFields, setChangedFields] = useState<Field[]>([])
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
        setChangedFields(FIELDS.filter((field) => now[field] !== current[field]))
        applyRemoteChanges(form, current, now)
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
          help={`Minimum order, at least ${MINIMUM_ORDER}`}
          error={errorAt('minimum')}
        />
      </div>
      <div role="alert" className="text-error empty:hidden">
        {problem && <p>{problem}</p>}
        {problem && changedFields.length > 0 && (
          <>
            <p className="mt-2">Loaded again. What somebody else has changed:</p>
            <ul className="list-disc pl-5">
              {changedFields.map((field) => (
                <li key={field}>
                  {field}: {show(field, current)}
                </li>
              ))}
            </ul>
            <p className="mt-2">What you typed is still here: save again to make it so.</p>
          </>
        )}
      </div>
      <ModalButtons busy={busy} onCancel={onClose}>
        Save
      </ModalButtons>
    </form>
  )
}

function read(form: HTMLFormElement, field: Field): string | number {
  if (field === 'price' || field === 'minimum') return numberOf(form, field)
  return controlOf(form, field).value.trim()
}

/** Fields that this admin has not edited take the current value. */
function applyRemoteChanges(form: HTMLFormElement, before: ManagedProduct, now: ManagedProduct) {
  for (const field of FIELDS)
    if (read(form, field) === before[field]) controlOf(form, field).value = String(now[field])
}

function show(field: Field, product: ManagedProduct) {
  if (field === 'price') return formatDollars(product.price)
  return field === 'minimum' ? formatCount(product.minimum) : product[field]
}
