import { useState } from 'react'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { TextField } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useOnce } from '../ui/use-once.ts'

export function SubscribeForm() {
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [subscribe, busy] = useOnce(async (form: HTMLFormElement) => {
    try {
      const { message } = await api.subscribe({ body: { email: String(new FormData(form).get('email')) } })
      form.reset()
      setRefused(null)
      toast.success(message)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused(problem)
      toast.error(problem.sentence)
    }
  })

  return (
    <form
      method="post"
      data-keep
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        subscribe(event.currentTarget)
      }}
    >
      <TextField
        label="E-mail for news"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={refused?.field === 'email' ? refused.sentence : undefined}
      />
      <div>
        <SubmitButton busy={busy}>{texts.navigation.subscribe}</SubmitButton>
      </div>
    </form>
  )
}
