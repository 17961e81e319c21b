import { useOutletContext } from 'react-router'
import type { AuthUser } from '../session.ts'

/** The signed-in person, on the pages that need one. */
export const useUser = () => useOutletContext<AuthUser>()
