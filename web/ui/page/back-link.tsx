import { Link } from 'react-router'
import { useIsLoadingScreen } from './loading-screen.ts'

/** Above the title of one thing: the list that it is from. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    inert={useIsLoadingScreen()}
    className="mb-1 inline-flex min-h-6 items-center gap-2 text-link text-sm underline-offset-4 hover:underline print:hidden"
  >
    <span aria-hidden="true">‹</span>
    {label}
  </Link>
)
