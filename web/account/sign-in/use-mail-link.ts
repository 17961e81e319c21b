import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { IdentityError } from '../../session/identity.ts'
import { focusHeading } from '../../ui/page/focus-heading.ts'

const INCOMPLETE = 'This link is incomplete. Open it again from our email, or get a new one.'

/** What this entry of the tab's history knows of the link. */
type LinkState = { token?: string; used?: boolean; dead?: string } | null

/**
 * A link from a mail. Its token arrives in the fragment, which is never sent anywhere, and moves at once from the address into
 * this entry of the tab's history: there it survives a reload, until it is used.
 */
export function useMailLink() {
  const { pathname, hash, state: given } = useLocation()
  const navigate = useNavigate()
  // Hydration must find what the server rendered, which knows none of this.
  const [hydrated, setHydrated] = useState(false)
  const state: LinkState = hydrated ? given : null
  const arriving = new URLSearchParams(hash.slice(1)).get('token')
  const token: string | null = arriving ?? given?.token ?? null
  const become = (state: LinkState) => navigate(pathname, { replace: true, state })

  useEffect(() => {
    if (arriving) void navigate(pathname, { replace: true, state: { token: arriving } })
    else setHydrated(true)
  }, [arriving, pathname, navigate])

  return {
    /** Whether it is known what the address says, which the server is never told. */
    known: hydrated,
    used: state?.used ?? false,
    /** Why the link cannot be used, or null. */
    dead: state?.dead ?? (hydrated && !token && !state?.used ? INCOMPLETE : null),

    async use(work: (token: string) => Promise<unknown>) {
      try {
        await work(token ?? '')
        await become({ used: true })
      } catch (problem) {
        if (!(problem instanceof IdentityError && problem.code === 'INVALID_TOKEN')) throw problem
        // The form goes, and the focus with it.
        focusHeading()
        await become({ dead: problem.message })
      }
    },
  }
}
