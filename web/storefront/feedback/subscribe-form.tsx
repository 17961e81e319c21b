import { texts } from '#contract/fixed-texts.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'

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
