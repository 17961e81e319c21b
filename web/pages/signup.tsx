import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { type SignUpForm, signUpForm } from '#contract/sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { returnPath, withReturn } from '../return-path.ts'
import { pageData } from '../server-context.ts'
import { signUp } from '../session.ts'
import { TextField } from '../ui/field.tsx'
import { schemaResolver } from '../ui/schema-resolver.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
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
  const from = returnPath(search)
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<SignUpForm>({ resolver: schemaResolver(signUpForm) })
  const { errors, isSubmitting } = formState

  async function submit({ name, email, password }: SignUpForm) {
    setProblem(null)
    try {
      await signUp(name, email, password)
      await navigate(from, { replace: true })
    } catch (refused) {
      setProblem((refused as Error).message)
    }
  }

  return (
    <SignInFrame
      title="Sign up"
      problem={problem}
      other={
        <>
          Already have an account?{' '}
          <Link to={withReturn('/login', from)} className="link">
            {texts.navigation.login}
          </Link>
        </>
      }
    >
      <form method="post" noValidate onSubmit={handleSubmit(submit)} className="grid gap-4">
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={isSubmitting}>Sign up</SubmitButton>
        <GoogleButton from={from} onProblem={setProblem} />
      </form>
    </SignInFrame>
  )
}
