import { useState } from 'react'
import { useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { signInRules } from '#contract/people/sign-in.ts'
import { textOf } from '../forms/form-values.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { unlistedMeta } from '../layout/page-meta.ts'
import { ownAccount } from '../session/own-account.ts'
import { TextField } from '../ui/controls/field.tsx'
import { SubmitButton } from '../ui/controls/submit-button.tsx'
import { Outcome } from '../ui/page/outcome.tsx'
import type { Route } from './+types/forgot-password.ts'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'

const TITLE = 'Forgot your password?'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return unlistedMeta(root.loaderData, TITLE)
}

export default function ForgotPassword() {
  const { state } = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { busy, onSubmit, errorAt } = useSubmit(
    async (form) => {
      setProblem(null)
      const email = textOf(form, 'email').trim()
      await ownAccount.requestPasswordReset(email)
      setAskedFor(email)
    },
    { rules: { email: signInRules.email }, onRefused: setProblem },
  )

  return (
    <SignInFrame
      title={TITLE}
      problem={problem}
      other={{ question: 'Remember it after all?', to: '/login', label: texts.navigation.login }}
    >
      {askedFor ? (
        <Outcome>
          <p className="font-heading text-lg">Check your email</p>
          <p>
            If <strong>{askedFor}</strong> has an account here, look in its inbox for a link to choose a new
            password. You can use it once, within 30 minutes.
          </p>
          <p className="text-quiet">
            No email after a few minutes? Check your spam folder and the spelling above. After several
            requests we send one link an hour at most, so try again in an hour.
          </p>
        </Outcome>
      ) : (
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
          <p>Enter your email to get a link to choose a new password.</p>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={state?.email}
            error={errorAt('email')}
          />
          <SubmitButton busy={busy}>Send the link</SubmitButton>
        </form>
      )}
    </SignInFrame>
  )
}
