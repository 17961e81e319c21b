import { type FormEvent, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { TextField } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toasts.tsx'

export function SubscribeForm() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const sending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    sending.current = true
    setBusy(true)
    try {
      const { message } = await api.subscribe({ body: { email: String(new FormData(form).get('email')) } })
      form.reset()
      setRefused(null)
      toast.success(message)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused(problem)
      toast.error(problem.sentence)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form method="post" data-keep onSubmit={submit} className="grid gap-4">
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
