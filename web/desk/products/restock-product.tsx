import { useState } from 'react'
import { formatCount } from '#contract/formats/format-number.ts'
import { ApiError, api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { numberOf } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import type { PanelProps } from './product-panel.ts'

export function RestockProduct({ history: { product }, keys, onClose, onChanged }: PanelProps) {
  const [way, setWay] = useState<'add' | 'set'>('add')
  const [seen, setSeen] = useState(product.quantity)
  const params = { id: product._id }

  const submit = useSubmit(async (form) => {
    const reason = textOf(form, 'reason')
    const units = numberOf(form, way)
    const body = way === 'add' ? { add: units, reason } : { set: units, from: seen, reason }
    try {
      const { quantity } = await keys.send(body, (headers) => api.restockProduct({ params, headers, body }))
      keys.forget()
      onChanged(`${product.name}: now ${formatCount(quantity)} units`)
    } catch (refused) {
      if (refused instanceof ApiError && refused.status === 409)
        setSeen((await api.getProductHistory({ params })).product.quantity)
      throw refused
    }
  })
  const { errorAt } = submit
  return (
    <ModalForm submit={submit} label="Save" onCancel={onClose}>
      <p>
        <span className="block font-semibold">{product.name}</span>
        <span className="block text-quiet">{formatCount(seen)} units available</span>
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Stock change</legend>
        {ways.map(({ value, label }) => (
          <label key={value} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="way"
              value={value}
              checked={way === value}
              onChange={() => setWay(value)}
              className="size-4 accent-primary"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {way === 'add' ? (
        <NumberField key="add" label="Units to add" name="add" inputMode="numeric" error={errorAt('add')} />
      ) : (
        <NumberField
          key="set"
          label="Counted quantity"
          name="set"
          inputMode="numeric"
          help="Replaces the quantity available now. Leave out units held for orders."
          error={errorAt('set')}
        />
      )}
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        help="Kept in the product’s history."
        error={errorAt('reason')}
      />
    </ModalForm>
  )
}

const ways = [
  { value: 'add', label: 'Add a delivery' },
  { value: 'set', label: 'Set to a counted quantity' },
] as const
