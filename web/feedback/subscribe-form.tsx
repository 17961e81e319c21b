import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useSubmit } from '../use-submit.ts'

export function SubscribeForm() {
  const { busy, onSubmit, errorAt } = useSubmit(async (form) => {
    const { message } = await api.subscribe({ body: { email: textOf(form, 'email') } })
    form.reset()
    toast.success(message)
  })

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      <TextField
        label="Send news to"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errorAt('email')}
      />
      <div>
        <SubmitButton busy={busy}>{texts.navigation.subscribe}</SubmitButton>
      </div>
    </form>
  )
}
