import { useState } from 'react'
import { countHearts, HEARTS, type Hearts } from '#contract/people/rating-hearts.ts'
import { ApiError, api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { AuthUser } from '../../session/session.ts'
import { SelectField, TextArea, TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'
import { ConfirmEmailNotice } from '../sign-in/confirm-email-notice.tsx'

export function RatingForm({ user, onAdded }: { user: AuthUser; onAdded: () => unknown }) {
  const [rating, setRating] = useState<Hearts>(HEARTS[0])
  const [limited, setLimited] = useState(false)
  const keys = useIdempotencyKey()
  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const body = {
        name: user.displayName,
        email: user.email,
        description: textOf(form, 'description'),
        image: textOf(form, 'image'),
        rating,
      }
      const { message } = await keys.send(body, (headers) => api.addRating({ headers, body }))
      toast.success(message)
      await onAdded()
    },
    {
      keepAs: 'review',
      onRefused(sentence, error) {
        toast.error(sentence)
        setLimited(error instanceof ApiError && error.status === 429)
      },
    },
  )

  return (
    <form ref={ref} method="post" noValidate onSubmit={onSubmit} className="grid max-w-144 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" value={user.displayName} readOnly />
        <TextField
          label="Email"
          name="email"
          value={user.email}
          readOnly
          help="Not shown with your review."
        />
      </div>
      <SelectField
        label="Rating"
        name="rating"
        className="text-heart tracking-wide"
        help={`${countHearts(rating)} of 5 hearts`}
        value={rating}
        onChange={(event) => setRating(event.target.value as Hearts)}
        error={errorAt('rating')}
      >
        {HEARTS.map((hearts) => (
          <option key={hearts}>{hearts}</option>
        ))}
      </SelectField>
      <TextArea label="Description" name="description" rows={6} error={errorAt('description')} />
      <TextField
        label="Picture"
        optional
        name="image"
        inputMode="url"
        autoComplete="photo"
        help="A link to a picture of you that starts with https://. Until we have looked at it, your review shows the link only."
        error={errorAt('image')}
      />
      <div className="mt-2 grid gap-2 sm:justify-items-start">
        <SubmitButton busy={busy}>Send review</SubmitButton>
        <p className="text-error empty:hidden">{problem}</p>
      </div>
      {limited && <ConfirmEmailNotice purpose="to write more reviews" />}
    </form>
  )
}
