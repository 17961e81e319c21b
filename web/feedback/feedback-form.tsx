import { type FormEvent, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toasts.tsx'

export function FeedbackForm() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const sending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const typed = new FormData(form)
    const field = (name: string) => String(typed.get(name))
    sending.current = true
    setBusy(true)
    try {
      await api.sendFeedback({
        body: { name: field('name'), email: field('email'), feedback: field('feedback') },
      })
      form.reset()
      setRefused(null)
      toast.success(texts.feedbackThanks)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused(problem)
      toast.error(problem.sentence)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const errorAt = (name: string) => (refused?.field === name ? refused.sentence : undefined)
  return (
    <form method="post" data-keep onSubmit={submit} className="grid gap-4">
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
