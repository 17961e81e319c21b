import { useState } from 'react'
import { texts } from '#contract/fixed-texts.ts'
import { identity } from '../identity.ts'
import { withReturn } from '../return-path.ts'
import { SpinnerRing } from '../ui/spinner.tsx'

type GoogleButtonProps = { from: string; onProblem: (sentence: string) => void }

/** Leaves for Google and comes back to the login page, which completes the sign-in. */
export function GoogleButton({ from, onProblem }: GoogleButtonProps) {
  const [busy, setBusy] = useState(false)

  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      const login = withReturn('/login', from)
      const done = `${login}${login.includes('?') ? '&' : '?'}google=done`
      location.assign(await identity.googleAddress(done, login))
    } catch (problem) {
      onProblem((problem as Error).message)
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-block"
      aria-busy={busy}
      aria-disabled={busy}
      onClick={leave}
    >
      {busy && <SpinnerRing />}
      {texts.signIn.google}
    </button>
  )
}
