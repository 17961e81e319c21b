import { createContext, use } from 'react'

/** True in the outline of a page that is still loading: what it offers will be made anew, so it cannot be used yet. */
export const LoadingScreen = createContext(false)

export const useIsLoadingScreen = () => use(LoadingScreen)
