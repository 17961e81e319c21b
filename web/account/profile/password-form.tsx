import { useState } from 'react'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { ownAccount } from '../../session/own-account.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'
import { toast } from '../../ui/page/toasts.tsx'

export function PasswordForm({ email }: { email: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, onSubmit } = useSubmit(
    async (form) => {
      setProblem(null)
      await ownAccount.changePassword(textOf(form, 'currentPassword'), textOf(form, 'newPassword'))
      form.reset()
      toast.success('Your password was changed')
    },
    { onRefused: setProblem },
  )

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      {/* Tells a password manager whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        help="At least 6 characters. You will be signed out everywhere else."
      />
      <div className="mt-2 grid gap-2 sm:justify-items-start">
        <SubmitButton busy={busy}>Change password</SubmitButton>
        <p role="alert" className="text-error empty:hidden">
          {problem}
        </p>
      </div>
    </form>
  )
}
