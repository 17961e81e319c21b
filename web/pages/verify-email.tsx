import { useState } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { identity } from '../identity.ts'
import { unlistedMeta } from '../page-meta.ts'
import { withReturn } from '../return-path.ts'
import { renewToken, useSession } from '../session.ts'
import { Outcome } from '../ui/outcome.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSubmit } from '../use-submit.ts'
import { SendConfirmation } from '../users/send-confirmation.tsx'
import { SignInFrame } from '../users/sign-in-frame.tsx'
import { LINK_MISSING, useLinkToken } from '../users/use-link-token.ts'
import type { Route } from './+types/verify-email.ts'

const TITLE = 'Confirm your email'
const ORDERS = '/dashboard/order'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return unlistedMeta(root.loaderData, TITLE)
}

export default function VerifyEmail() {
  const session = useSession()
  const { token, used, missing, markUsed } = useLinkToken()
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, onSubmit } = useSubmit(
    async () => {
      setProblem(null)
      await identity.confirmEmail(token ?? '')
      await markUsed()
      // The new token says that the email is confirmed, and the notices about it go.
      if (session.state === 'in') await renewToken()
    },
    { onRefused: setProblem },
  )

  return (
    <SignInFrame
      title={TITLE}
      problem={missing ? LINK_MISSING : problem}
      remedy={(problem || missing) && <NewLink />}
      needsApp="always"
    >
      {used && (
        <Outcome>
          <p className="font-heading text-lg text-success">Your email is confirmed</p>
          <p>Receipts and news about your orders are sent to it from now on.</p>
          <Link to={ORDERS} className="btn btn-primary">
            {texts.dashboard.myOrder}
          </Link>
        </Outcome>
      )}
      {!used && !missing && (
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
          <p>Confirm that this email is yours, and we’ll send your receipts to it.</p>
          <SubmitButton busy={busy}>Confirm my email</SubmitButton>
        </form>
      )}
    </SignInFrame>
  )
}

/** Only who is signed in can ask for one. */
function NewLink() {
  const session = useSession()
  if (session.state !== 'in')
    return (
      <p className="mt-2">
        <Link to={withReturn('/login', ORDERS)} className="link">
          Log in to get a new link
        </Link>
      </p>
    )
  if (session.user.emailVerified) return <p className="mt-2">Your email is confirmed already.</p>
  return (
    <div className="mt-4">
      <SendConfirmation />
    </div>
  )
}
