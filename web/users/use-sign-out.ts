import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../session.ts'

/** Signs out and leads to the login page. */
export function useSignOut() {
  const navigate = useNavigate()
  return useCallback(async () => {
    await signOut()
    await navigate('/login')
  }, [navigate])
}
