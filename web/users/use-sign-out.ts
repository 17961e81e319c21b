import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../session.ts'

/** Signs out and leads to the login page, unless the person has gone elsewhere before the identity service answered. */
export function useSignOut() {
  const navigate = useNavigate()
  return useCallback(async () => {
    const { pathname } = location
    await signOut()
    if (location.pathname === pathname || location.pathname === '/login') await navigate('/login')
  }, [navigate])
}
