import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { signInRules } from '#contract/people/sign-in.ts'
import { pageData } from '../boot/server-context.ts'
import { textOf } from '../forms/form-values.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { isAdminVisitor } from '../session/admin-check.ts'
import { IdentityError } from '../session/identity.ts'
import { returnPath } from '../session/return-path.ts'
import { hasSignedOutHere, useSession } from '../session/session.ts'
import { completeSignIn, signIn } from '../session/sign-in.ts'
import { useReturnPath } from '../session/use-return-path.ts'
import { WantedProduct } from '../storefront/product/wanted-product.tsx'
import { TextField } from '../ui/controls/field.tsx'
import { SubmitButton } from '../ui/controls/submit-button.tsx'
import { focusHeading } from '../ui/page/focus-heading.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Spinner } from '../ui/page/spinner.tsx'
import { useInBrowser } from '../ui/use-in-browser.ts'
import type { Route } from './+types/login.ts'
import { CodeForm } from './sign-in/code-form.tsx'
import { GoogleButton } from './sign-in/google-button.tsx'
import { googleError } from './sign-in/google-error.ts'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'

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

const WRONG_PASSWORD = ['INVALID_EMAIL_OR_PASSWORD', 'TOO_MANY_WRONG_PASSWORDS']

export default function Login() {
  const { search, state } = useLocation()
  const navigate = useNavigateIfHere()
  const [problem, setProblem] = useState<string | null>(null)
  /** Whose password was wrong. */
  const [refused, setRefused] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const signedIn = useSession().state === 'in'
  // Signed in and out again: from the start, as on arrival.
  useEffect(() => {
    if (!signedIn) return
    return () => {
      setNeedsCode(false)
      focusHeading()
    }
  }, [signedIn])
  const from = useReturnPath()
  const reason = useInBrowser((): string | null => state?.reason ?? null)
  const returning = useReturnFromGoogle(search, setProblem)
  const goOn = async () => {
    await isAdminVisitor()
    // Who has signed out meanwhile stays.
    if (!hasSignedOutHere()) await navigate(returnPath(search), { replace: true })
  }
  const { busy, onSubmit, errorAt } = useSubmit(
    async (form) => {
      setProblem(null)
      const email = textOf(form, 'email')
      setRefused(email)
      if (await signIn(email, textOf(form, 'password'))) await goOn()
      else setNeedsCode(true)
    },
    {
      rules: signInRules,
      onRefused(sentence, error) {
        setProblem(sentence)
        if (!(error instanceof IdentityError && WRONG_PASSWORD.includes(error.code ?? ''))) setRefused(null)
      },
    },
  )

  const lead = (
    <>
      <WantedProduct from={from} action="Log in" />
      {reason && (
        <div role="status" className="mb-6">
          <Notice>{reason}</Notice>
        </div>
      )}
    </>
  )
  if (needsCode)
    return (
      <SignInFrame title="Two-step sign-in" lead={lead} problem={problem}>
        <CodeForm onProblem={setProblem} onSignedIn={goOn} onStartOver={() => setNeedsCode(false)} />
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={texts.navigation.login}
      lead={lead}
      problem={problem}
      remedy={
        problem &&
        refused && (
          <p className="mt-2">
            <Link to="/forgot-password" state={{ email: refused }} className="link">
              Forgot your password?
            </Link>
          </p>
        )
      }
      other={{ question: 'New here?', to: '/signup', label: 'Create an account' }}
    >
      {returning && (
        <p className="mb-4 flex items-center gap-2">
          <Spinner /> Signing you in…
        </p>
      )}
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" error={errorAt('email')} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errorAt('password')}
        />
        <SubmitButton busy={busy}>{texts.navigation.login}</SubmitButton>
        <GoogleButton onProblem={setProblem} />
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
        .then(isAdminVisitor)
        .then(async () => {
          if (!hasSignedOutHere()) await navigate(returnPath(search), { replace: true })
        })
        .catch((problem: Error) => onProblem(problem.message))
        .finally(() => setReturning(false))
    }
  }, [search, navigate, onProblem])

  return returning
}
