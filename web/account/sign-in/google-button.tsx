import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { returnPath, withReturn } from '../../session/return-path.ts'
import { googleAddress } from '../../session/sign-in.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'

type GoogleButtonProps = { onProblem: (sentence: string) => void }

/** Leaves for Google and comes back to the login page, which completes the sign-in. */
export function GoogleButton({ onProblem }: GoogleButtonProps) {
  const { search } = useLocation()
  const [busy, setBusy] = useState(false)

  // The back button may show the page just as it was left.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      const login = withReturn('/login', returnPath(search))
      const done = `${login}${login.includes('?') ? '&' : '?'}google=done`
      location.assign(await googleAddress(done, login))
    } catch (problem) {
      onProblem((problem as Error).message)
      setBusy(false)
    }
  }

  return (
    <BusyButton className="btn btn-outline btn-block needs-script" busy={busy} onClick={leave}>
      {texts.signIn.google}
    </BusyButton>
  )
}
