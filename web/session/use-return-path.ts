import { useLocation } from 'react-router'
import { useInBrowser } from '../ui/use-in-browser.ts'
import { returnPath } from './return-path.ts'

/** The page to return to after sign-in; null in server-rendered HTML, which knows no query. */
export function useReturnPath(): string | null {
  const { search } = useLocation()
  return useInBrowser(() => returnPath(search))
}
