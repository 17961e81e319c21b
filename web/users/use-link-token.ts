import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

export const LINK_MISSING = 'This address is incomplete. Open the link in our email again, or get a new one.'

/**
 * The token of a link in a mail. It arrives in the fragment, which is never sent anywhere, and moves at once from the address
 * into the entry of this tab's history: there it survives a reload, until it is used.
 */
export function useLinkToken() {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  // Hydration must find what the server rendered, which knows neither.
  const [hydrated, setHydrated] = useState(false)
  const arriving = new URLSearchParams(hash.slice(1)).get('token')
  const token: string | null = arriving ?? state?.token ?? null

  useEffect(() => {
    if (arriving) void navigate(pathname, { replace: true, state: { token: arriving } })
    else setHydrated(true)
  }, [arriving, pathname, navigate])

  return {
    token,
    used: hydrated && state?.used === true,
    missing: hydrated && !token && !state?.used,
    markUsed: () => navigate(pathname, { replace: true, state: { used: true } }),
  }
}
