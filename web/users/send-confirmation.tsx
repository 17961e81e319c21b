import { useState } from 'react'
import { ownAccount } from '../own-account.ts'
import { renewToken } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'

/** Sends the link that confirms the email, and says what came of it. */
export function SendConfirmation({ look = 'btn btn-outline btn-sm' }: { look?: string }) {
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <BusyButton className={look} busy={busy} onClick={send}>
        Send the link
      </BusyButton>
      <span role="status" className={`empty:hidden ${answer?.failed ? 'text-error' : 'text-success'}`}>
        {answer?.sentence}
      </span>
    </div>
  )
}
