import { useState } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { signInRules } from '#contract/people/sign-in.ts'
import { textOf } from '../forms/form-values.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { unlistedMeta } from '../layout/page-meta.ts'
import { ownAccount } from '../session/own-account.ts'
import { signOut, useSession } from '../session/session.ts'
import { TextField } from '../ui/controls/field.tsx'
import { SubmitButton } from '../ui/controls/submit-button.tsx'
import { Outcome } from '../ui/page/outcome.tsx'
import { Spinner } from '../ui/page/spinner.tsx'
import type { Route } from './+types/reset-password.ts'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'
import { useMailLink } from './sign-in/use-mail-link.ts'

const TITLE = 'Choose a new password'
const LOGIN = { question: 'Remember it after all?', to: '/login', label: texts.navigation.login } as const

export function meta({ matches: [root] }: Route.MetaArgs) {
  return unlistedMeta(root.loaderData, TITLE)
}

export default function ResetPassword() {
  const session = useSession()
  const { known, used, dead, use } = useMailLink()
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, onSubmit, errorAt } = useSubmit(
    async (form) => {
      setProblem(null)
      await use(async (token) => {
        await ownAccount.resetPassword(token, textOf(form, 'password'))
        // Every session has ended, and with it the one of this browser.
        if (session.state === 'in') await signOut()
      })
    },
    { rules: { password: signInRules.password }, onRefused: setProblem },
  )

  return (
    <SignInFrame
      title={TITLE}
      problem={dead ?? problem}
      remedy={
        dead && (
          <Link to="/forgot-password" className="btn btn-primary btn-block mt-4">
            Get a new link
          </Link>
        )
      }
      needsApp="always"
      other={used ? undefined : LOGIN}
    >
      {!known && <Spinner />}
      {used && (
        <Outcome>
          <p className="font-heading text-lg text-success">Your password was changed</p>
          <p>You were signed out everywhere. Log in with the new password.</p>
          <Link to="/login" className="btn btn-primary">
            {texts.navigation.login}
          </Link>
        </Outcome>
      )}
      {known && !used && !dead && (
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
          {/* Whose password it is stands only in the link; without a field for it browsers complain. */}
          <input type="text" hidden readOnly autoComplete="username" />
          <TextField
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            help="At least 6 characters. You will be signed out everywhere."
            error={errorAt('password')}
          />
          <SubmitButton busy={busy}>Change password</SubmitButton>
        </form>
      )}
    </SignInFrame>
  )
}
