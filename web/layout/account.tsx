import { useNavigate } from 'react-router'
import { texts } from '#contract/texts.ts'
import { signOut, useSession } from '../session.ts'
import { useOnce } from '../ui/use-once.ts'

/** Who is signed in, and the way out. */
export function Account() {
  const session = useSession()
  const navigate = useNavigate()
  const [leave, leaving] = useOnce(async () => {
    await signOut()
    await navigate('/login')
  })

  return (
    <div className="when-signed-in account">
      <span className="truncate text-quiet" title="Signed in">
        {session.state === 'in' ? session.user.displayName : ''}
      </span>
      <button
        type="button"
        data-keep
        className="btn btn-sm btn-outline shrink-0"
        aria-disabled={leaving}
        onClick={leave}
      >
        {texts.navigation.signOut}
      </button>
    </div>
  )
}
