import { useState } from 'react'
import type { ManagedProduct } from '#contract/catalogue/product-changes.ts'
import {
  editedFields,
  type FieldName,
  isSameValue,
  productFields,
} from '#contract/catalogue/product-fields.ts'
import { ApiError, api } from '../../api.ts'
import { controlOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { ModalButtons } from '../../ui/modals/modal-buttons.tsx'
import { isUntouched, ProductControls, readField, showValue, toText } from './product-fields.tsx'
import type { PanelProps } from './product-panel.ts'
import { useDraft, WithPreview } from './product-preview.tsx'

export function EditProduct({ history: { product }, onClose, onChanged }: PanelProps) {
  const [current, setCurrent] = useState(product)
  const [changedFields, setChangedFields] = useState<FieldName[]>([])
  const { draft, listeners } = useDraft(product)
  const params = { id: product._id }

  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const edit = Object.fromEntries(
        editedFields
          .filter((field) => !isUntouched(form, field, current[field]))
          .map((field) => [field, readField(form, field)]),
      )
      try {
        await api.editProduct({ params, body: { ...edit, version: current.version } })
      } catch (refused) {
        if (refused instanceof ApiError && refused.field === 'version') {
          const { product: now } = await api.getProductHistory({ params })
          setChangedFields(editedFields.filter((field) => !isSameValue(now[field], current[field])))
          applyRemoteChanges(form, current, now)
          setCurrent(now)
        }
        throw refused
      }
      onChanged('Product saved')
    },
    { keepAs: `edit ${product._id} ${product.version}` },
  )

  return (
    <WithPreview draft={draft}>
      <form
        ref={ref}
        method="post"
        noValidate
        onSubmit={onSubmit}
        {...listeners}
        className="grid content-start gap-4"
      >
        <ProductControls names={editedFields} form="edit" values={product} errorAt={errorAt} />
        <div role="alert" className="text-error empty:hidden">
          {problem && <p>{problem}</p>}
          {problem && changedFields.length > 0 && (
            <>
              <p className="mt-2">Reloaded. Someone else changed:</p>
              <ul className="list-disc pl-5">
                {changedFields.map((field) => (
                  <li key={field}>
                    {productFields[field].label}: {showValue(field, current[field])}
                  </li>
                ))}
              </ul>
              <p className="mt-2">What you typed is still here. Save again to overwrite their change.</p>
            </>
          )}
        </div>
        <ModalButtons busy={busy} onCancel={onClose}>
          Save
        </ModalButtons>
      </form>
    </WithPreview>
  )
}

/** Fields that this admin has not edited take the current value. */
function applyRemoteChanges(form: HTMLFormElement, before: ManagedProduct, now: ManagedProduct) {
  for (const field of editedFields)
    if (isUntouched(form, field, before[field])) {
      const control = controlOf(form, field)
      control.value = String(toText(field, now[field]))
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
}
