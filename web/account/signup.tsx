import { useState } from 'react'
import { useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { signUpRules } from '#contract/people/sign-in.ts'
import { pageData } from '../boot/server-context.ts'
import { textOf } from '../forms/form-values.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { returnPath } from '../session/return-path.ts'
import { signUp } from '../session/sign-in.ts'
import { useReturnPath } from '../session/use-return-path.ts'
import { WantedProduct } from '../storefront/product/wanted-product.tsx'
import { TextField } from '../ui/controls/field.tsx'
import { SubmitButton } from '../ui/controls/submit-button.tsx'
import type { Route } from './+types/signup.ts'
import { GoogleButton } from './sign-in/google-button.tsx'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'

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
