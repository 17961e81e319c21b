import { texts } from '#contract/fixed-texts.ts'
import type { ProfileInfo } from '#contract/people/profiles.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { digitsOf } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { AuthUser } from '../../session/session.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'

export function ProfileForm({ user, info }: { user: AuthUser; info: ProfileInfo }) {
  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const { email } = user
      const info = {
        education: textOf(form, 'education'),
        location: textOf(form, 'location'),
        number: digitsOf(form, 'number'),
        linkdin: textOf(form, 'linkdin'),
        email,
      }
      await api.saveProfile({ params: { email }, body: { info } })
      toast.success(texts.profileSaved(user.displayName))
    },
    { keepAs: 'profile' },
  )

  return (
    <form ref={ref} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        value={user.email}
        readOnly
        help="You sign in with it; it cannot be changed."
      />
      <TextField
        label="Education"
        optional
        name="education"
        defaultValue={info.education}
        error={errorAt('education')}
      />
      <TextField
        label="Location"
        optional
        name="location"
        autoComplete="address-level2"
        defaultValue={info.location}
        error={errorAt('location')}
      />
      <NumberField
        label="Phone number"
        optional
        name="number"
        inputMode="numeric"
        help="Digits only, no plus sign or dashes."
        defaultValue={info.number}
        error={errorAt('number')}
        // A step up or down makes no sense here and would drop leading zeros.
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault()
        }}
      />
      <TextField
        label="LinkedIn"
        optional
        name="linkdin"
        inputMode="url"
        autoComplete="url"
        help="A link to your LinkedIn profile."
        defaultValue={info.linkdin}
        error={errorAt('linkdin')}
      />
      <div className="mt-2 grid gap-2 sm:justify-items-start">
        <SubmitButton busy={busy}>Save profile</SubmitButton>
        <p className="text-error empty:hidden">{problem}</p>
      </div>
    </form>
  )
}
