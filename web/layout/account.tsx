import { texts } from '#contract/fixed-texts.ts'
import { signOut, useSession } from '../session/session.ts'
import { useSingleFlight } from '../ui/controls/use-single-flight.ts'

/** Who is signed in, and the way out. */
export function Account() {
  const session = useSession()
  const [leave, leaving] = useSingleFlight(signOut)

  return (
    <div className="when-signed-in flex max-w-72 items-center gap-3">
      <span className="truncate text-quiet" title="Signed in">
        {session.state === 'in' ? session.user.displayName : ''}
      </span>
      <button
        type="button"
        className="btn btn-sm btn-outline shrink-0"
        aria-disabled={leaving}
        onClick={() => leave()}
      >
        {texts.navigation.signOut}
      </button>
    </div>
  )
}
