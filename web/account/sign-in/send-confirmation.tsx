import { useState } from 'react'
import { ownAccount } from '../../session/own-account.ts'
import { renewToken } from '../../session/session.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'

/** Sends the link that confirms the email, and says on a line of its own what came of it. */
export function SendConfirmation({ look }: { look: string }) {
  const [answer, setAnswer] = useState<{ sentence: string; failed: boolean } | null>(null)
  const [send, busy] = useSingleFlight(async () => {
    setAnswer(null)
    try {
      await ownAccount.sendConfirmation()
      setAnswer({ sentence: 'Sent. The link works for a day.', failed: false })
      // Perhaps it was confirmed on another device in the meantime.
      await renewToken().catch(() => {})
    } catch (problem) {
      setAnswer({ sentence: (problem as Error).message, failed: true })
    }
  })

  return (
    <>
      <BusyButton className={look} busy={busy} onClick={send}>
        Send the link
      </BusyButton>
      <span role="status" className={`w-full empty:hidden ${answer?.failed ? 'text-error' : 'text-success'}`}>
        {answer?.sentence}
      </span>
    </>
  )
}
