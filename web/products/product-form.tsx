import { MINIMUM_ORDER } from '#contract/order-quantity.ts'
import { api } from '../api.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { numberIn, textIn } from '../ui/form-values.ts'
import { NumberField } from '../ui/number-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useSubmit } from '../use-submit.ts'

export function ProductForm({ email }: { email: string }) {
  const { busy, onSubmit, errorAt, problem } = useSubmit(async (form) => {
    const body = {
      name: textIn(form, 'name'),
      email,
      image: textIn(form, 'image'),
      description: textIn(form, 'description'),
      price: numberIn(form, 'price'),
      quantity: numberIn(form, 'quantity'),
      minimum: numberIn(form, 'minimum'),
    }
    const { message } = await api.addProduct({ body })
    form.reset()
    form.querySelector('input')?.focus()
    toast.success(message)
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid max-w-144 gap-4">
      <TextField label="Name" name="name" autoComplete="off" error={errorAt('name')} />
      <TextField label="Email" name="email" value={email} readOnly help="Recorded as who added it." />
      <TextField
        label="Image"
        name="image"
        inputMode="url"
        autoComplete="off"
        help="An address that starts with https://, or a path of this shop that starts with /"
        error={errorAt('image')}
      />
      <TextArea
        label="Description"
        name="description"
        rows={4}
        help="Its beginning is shown on the product’s card."
        error={errorAt('description')}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label="Price"
          name="price"
          inputMode="decimal"
          help="Dollars per unit"
          error={errorAt('price')}
        />
        <NumberField
          label="Quantity"
          name="quantity"
          inputMode="numeric"
          help="Units available"
          error={errorAt('quantity')}
        />
        <NumberField
          label="Minimum"
          name="minimum"
          inputMode="numeric"
          defaultValue={MINIMUM_ORDER}
          help={`Smallest order, from ${MINIMUM_ORDER}`}
          error={errorAt('minimum')}
        />
      </div>
      <div className="mt-2 grid gap-2 sm:justify-items-start">
        <SubmitButton busy={busy}>Add product</SubmitButton>
        <p className="text-error empty:hidden">{problem}</p>
      </div>
    </form>
  )
}
