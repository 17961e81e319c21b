import { useState } from 'react'
import { api } from '../../api.ts'
import type { AuthUser } from '../../session/session.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { saveFile } from '../../ui/controls/save-file.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { toast } from '../../ui/page/toasts.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** Taking one's data along, and leaving. */
export function OwnData({ user, hasPassword }: { user: AuthUser; hasPassword: boolean }) {
  const [deleting, setDeleting] = useState(false)
  const [download, busy] = useSingleFlight(async () => {
    try {
      const data = JSON.stringify(await api.getMyData(), null, 2)
      saveFile('my-data.json', new Blob([data], { type: 'application/json' }))
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })

  return (
    <div className="grid justify-items-start gap-4">
      <p>Everything the shop knows about you, as a file: profile, quotes, orders, payments and reviews.</p>
      <BusyButton className="btn btn-outline" busy={busy} onClick={download}>
        Download my data
      </BusyButton>
      <button type="button" className="btn btn-ghost -ml-4 text-error" onClick={() => setDeleting(true)}>
        Delete my account
      </button>
      {deleting && (
        <DeleteAccount user={user} hasPassword={hasPassword} onCancel={() => setDeleting(false)} />
      )}
    </div>
  )
}
