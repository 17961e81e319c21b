import { texts } from '#contract/texts.ts'
import { useSession } from '../session.ts'
import { useOnce } from '../ui/use-once.ts'
import { useSignOut } from '../users/use-sign-out.ts'

/** Who is signed in, and the way out. */
export function Account() {
  const session = useSession()
  const [leave, leaving] = useOnce(useSignOut())

  return (
    <div className="when-signed-in account">
      <span className="truncate text-quiet" title="Signed in">
        {session.state === 'in' ? session.user.displayName : ''}
      </span>
      <button
        type="button"
        className="btn btn-sm btn-outline shrink-0"
        aria-disabled={leaving}
        onClick={leave}
      >
        {texts.navigation.signOut}
      </button>
    </div>
  )
}
