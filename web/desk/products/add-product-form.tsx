import { defaultValues, type FieldValues, fieldNames, mapFields } from '#contract/catalogue/product-fields.ts'
import { api } from '../../api.ts'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'
import { ProductControl, ProductControls, readField } from './product-fields.tsx'
import { useDraft, WithPreview } from './product-preview.tsx'

export function AddProductForm({ email }: { email: string }) {
  const { draft, listeners } = useDraft(defaultValues)
  const keys = useIdempotencyKey()
  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const fields = mapFields((_field, name) => readField(form, name)) as FieldValues
      const body = { ...fields, email }
      const { message } = await keys.send(body, (headers) => api.addProduct({ headers, body }))
      keys.forget()
      form.reset()
      form.querySelector('input')?.focus()
      toast.success(message)
    },
    { keepAs: 'add product' },
  )

  return (
    <WithPreview draft={draft}>
      <form
        ref={ref}
        method="post"
        noValidate
        onSubmit={onSubmit}
        {...listeners}
        className="grid max-w-144 content-start gap-4"
      >
        <ProductControl name="name" form="add" errorAt={errorAt} />
        <TextField
          label="Email"
          name="email"
          value={email}
          readOnly
          help="Recorded as the person who added the product."
        />
        <ProductControls names={fieldNames.filter((name) => name !== 'name')} form="add" errorAt={errorAt} />
        <div className="mt-2 grid gap-2 sm:justify-items-start">
          <SubmitButton busy={busy}>Add product</SubmitButton>
          <p className="text-error empty:hidden">{problem}</p>
        </div>
      </form>
    </WithPreview>
  )
}
