import { useState } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { unlistedMeta } from '../layout/page-meta.ts'
import { ownAccount } from '../session/own-account.ts'
import { withReturn } from '../session/return-path.ts'
import { renewToken, useSession } from '../session/session.ts'
import { SubmitButton } from '../ui/controls/submit-button.tsx'
import { Outcome } from '../ui/page/outcome.tsx'
import { Spinner } from '../ui/page/spinner.tsx'
import type { Route } from './+types/verify-email.ts'
import { SendConfirmation } from './sign-in/send-confirmation.tsx'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'
import { useMailLink } from './sign-in/use-mail-link.ts'

const TITLE = 'Confirm your email'
const ORDERS = '/dashboard/order'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return unlistedMeta(root.loaderData, TITLE)
}

export default function VerifyEmail() {
  const session = useSession()
  const { known, used, dead, use } = useMailLink()
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, onSubmit } = useSubmit(
    async () => {
      setProblem(null)
      await use(async (token) => {
        await ownAccount.confirmEmail(token)
        // The new token says that the email is confirmed, and the notices about it go.
        if (session.state === 'in') await renewToken().catch(() => {})
      })
    },
    { onRefused: setProblem },
  )

  // Whoever opens a used link again wants to know no more than that.
  const confirmed = used || (dead !== null && session.state === 'in' && session.user.emailVerified)
  return (
    <SignInFrame
      title={TITLE}
      problem={confirmed ? null : (dead ?? problem)}
      remedy={dead && !confirmed && <NewLink />}
      needsApp="always"
    >
      {!known && <Spinner />}
      {confirmed && (
        <Outcome justNow={used}>
          <p className="font-heading text-lg text-success">Your email is confirmed</p>
          <p>From now on, we will send receipts and order updates there.</p>
          <Link to={ORDERS} className="btn btn-primary">
            {texts.dashboard.myOrder}
          </Link>
        </Outcome>
      )}
      {known && !confirmed && !dead && (
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
      <Link to={withReturn('/login', ORDERS)} className="btn btn-primary btn-block mt-4">
        Log in to get a new link
      </Link>
    )
  return (
    <div className="mt-4 grid gap-2">
      <SendConfirmation look="btn btn-primary btn-block" />
    </div>
  )
}
