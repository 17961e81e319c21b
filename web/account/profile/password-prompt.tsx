import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'

type PasswordPromptProps = {
  email: string
  /** What comes next. */
  help?: string | undefined
  submitLabel: string
  danger?: boolean | undefined
  onPassword: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks, in a modal, for the password of who is already signed in. */
export function PasswordPrompt({
  email,
  help,
  submitLabel,
  danger,
  onPassword,
  onCancel,
}: PasswordPromptProps) {
  const submit = useSubmit((form) => onPassword(textOf(form, 'password')), {
    rules: { password: (typed) => (typed === '' ? 'Enter your password' : null) },
  })

  return (
    <ModalForm submit={submit} label={submitLabel} danger={danger} onCancel={onCancel}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        help={help}
        error={submit.errorAt('password')}
      />
    </ModalForm>
  )
}
