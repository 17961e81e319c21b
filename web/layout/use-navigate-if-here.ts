import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useNavigation } from 'react-router'

/** Like `useNavigate`, for use after a response: does nothing if the user has left the page meanwhile or is about to. */
export function useNavigateIfHere() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const here = useRef<string | null>(null)

  useEffect(() => {
    here.current = state === 'idle' ? pathname : null
    return () => {
      here.current = null
    }
  }, [pathname, state])

  return useCallback(
    async (to: string, options?: NavigateOptions) => {
      if (here.current === pathname) await navigate(to, options)
    },
    [navigate, pathname],
  )
}
