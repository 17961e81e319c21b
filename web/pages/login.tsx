import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { type SignInForm, signInForm } from '#contract/sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { returnPath, withReturn } from '../return-path.ts'
import { pageData } from '../server-context.ts'
import { completeSignIn, signIn } from '../session.ts'
import { TextField } from '../ui/field.tsx'
import { schemaResolver } from '../ui/schema-resolver.ts'
import { Spinner } from '../ui/spinner.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { GoogleButton } from '../users/google-button.tsx'
import { googleError } from '../users/google-error.ts'
import { SignInFrame } from '../users/sign-in-frame.tsx'
import type { Route } from './+types/login.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta(loaderData, {
    title: `Login · ${loaderData.name}`,
    description: 'Log in to order, pay and follow your orders.',
    path: '/login',
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageData).shop
}

export default function Login() {
  const { search, state } = useLocation()
  const navigate = useNavigateIfHere()
  const from = returnPath(search)
  const [problem, setProblem] = useState<string | null>(null)
  // A redirect brings its reason; in an effect, because the server's HTML cannot contain it.
  useEffect(() => setProblem(state?.reason ?? null), [state])
  const returning = useReturnFromGoogle(search, setProblem)
  const { register, handleSubmit, formState } = useForm<SignInForm>({ resolver: schemaResolver(signInForm) })
  const { errors, isSubmitting } = formState

  async function submit({ email, password }: SignInForm) {
    setProblem(null)
    try {
      await signIn(email, password)
      await navigate(from, { replace: true })
    } catch (refused) {
      setProblem((refused as Error).message)
    }
  }

  return (
    <SignInFrame
      title={texts.navigation.login}
      problem={problem}
      other={
        <>
          New here?{' '}
          <Link to={withReturn('/signup', from)} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {returning && (
        <p className="mb-4 flex items-center gap-2">
          <Spinner /> Completing the sign-in…
        </p>
      )}
      <form method="post" noValidate onSubmit={handleSubmit(submit)} className="grid gap-4">
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
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={isSubmitting}>{texts.navigation.login}</SubmitButton>
        <GoogleButton from={from} onProblem={setProblem} />
        <button type="button" className="btn btn-ghost -ml-4 justify-self-start">
          {texts.signIn.resetPassword}
        </button>
      </form>
    </SignInFrame>
  )
}

/** Google redirects back here with the session cookie set, or with an error. */
function useReturnFromGoogle(search: string, onProblem: (sentence: string | null) => void) {
  const navigate = useNavigateIfHere()
  const [returning, setReturning] = useState(false)

  useEffect(() => {
    const params = new URLSearchParams(search)
    if (params.has('error')) onProblem(googleError(params.get('error')))
    else if (params.has('google')) {
      setReturning(true)
      completeSignIn()
        .then(() => navigate(returnPath(search), { replace: true }))
        .catch((problem: Error) => onProblem(problem.message))
        .finally(() => setReturning(false))
    }
  }, [search, navigate, onProblem])

  return returning
}
