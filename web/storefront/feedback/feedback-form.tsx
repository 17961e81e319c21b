import { texts } from '#contract/fixed-texts.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextArea, TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'

export function FeedbackForm() {
  const { busy, onSubmit, errorAt } = useSubmit(async (form) => {
    const body = {
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      feedback: textOf(form, 'feedback'),
    }
    await api.sendFeedback({ body })
    form.reset()
    toast.success(texts.feedbackThanks)
  })

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required error={errorAt('name')} />
        <TextField
          label="Email"
          name="email"
          inputMode="email"
          autoComplete="email"
          required
          error={errorAt('email')}
        />
      </div>
      <TextArea label="Feedback" name="feedback" rows={5} required error={errorAt('feedback')} />
      <div>
        <SubmitButton busy={busy}>Send feedback</SubmitButton>
      </div>
    </form>
  )
}
