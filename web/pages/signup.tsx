import { useState } from 'react'
import { useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { signUpRules } from '#contract/sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { WantedProduct } from '../products/wanted-product.tsx'
import { returnPath } from '../return-path.ts'
import { pageData } from '../server-context.ts'
import { signUp } from '../sign-in.ts'
import { TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { useReturnPath } from '../use-return-path.ts'
import { useSubmit } from '../use-submit.ts'
import { GoogleButton } from '../users/google-button.tsx'
import { SignInFrame } from '../users/sign-in-frame.tsx'
import type { Route } from './+types/signup.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta(loaderData, {
    title: `Sign up · ${loaderData.name}`,
    description: 'Create an account to order tools and materials by the hundred.',
    path: '/signup',
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageData).shop
}

export default function Signup() {
  const { search } = useLocation()
  const navigate = useNavigateIfHere()
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, onSubmit, errorAt } = useSubmit(
    async (form) => {
      setProblem(null)
      await signUp(textOf(form, 'name'), textOf(form, 'email'), textOf(form, 'password'))
      await navigate(returnPath(search), { replace: true })
    },
    { rules: signUpRules, onRefused: setProblem },
  )

  return (
    <SignInFrame
      title="Sign up"
      lead={<WantedProduct from={useReturnPath()} action="Sign up" />}
      problem={problem}
      other={{ question: 'Already have an account?', to: '/login', label: texts.navigation.login }}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField label="Name" name="name" autoComplete="name" error={errorAt('name')} />
        <TextField label="Email" name="email" type="email" autoComplete="username" error={errorAt('email')} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          // The sentence about what is wrong with it takes its place.
          help={errorAt('password') ? undefined : 'At least 6 characters.'}
          error={errorAt('password')}
        />
        <SubmitButton busy={busy}>Sign up</SubmitButton>
        <GoogleButton onProblem={setProblem} />
      </form>
    </SignInFrame>
  )
}
