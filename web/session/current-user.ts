import { createContext } from 'react-router'
import type { AuthUser } from './session.ts'

/** The signed-in user, for the loaders of pages that need one. */
export const currentUser = createContext<AuthUser>()
