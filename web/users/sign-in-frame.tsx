import { type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { returnPath, withReturn } from '../return-path.ts'

type SignInFrameProps = {
  title: string
  problem: string | null
  children: ReactNode
  /** The way to the other of the two pages. */
  other: { question: string; to: '/login' | '/signup'; label: string }
}

/** What the login and the signup page have in common: one narrow column, the refusal in red under the form. */
export function SignInFrame({ title, problem, children, other }: SignInFrameProps) {
  const from = useReturnPath()
  return (
    // Where the address says more than the path, the rendered page does not know it.
    <div data-needs-app="query" className="content max-w-112 py-12 lg:py-16">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {children}
      <p role="alert" className="mt-4 text-error empty:hidden">
        {problem}
      </p>
      <p className="mt-8 border-base-300 border-t pt-4 text-quiet">
        {other.question}{' '}
        <Link to={withReturn(other.to, from)} className="link">
          {other.label}
        </Link>
      </p>
    </div>
  )
}

/** Hydration must find what the server rendered, which knows no query; the page to return to follows at once. */
function useReturnPath() {
  const { search } = useLocation()
  return useSyncExternalStore(
    neverChanges,
    () => returnPath(search),
    () => '/',
  )
}

const neverChanges = () => () => {}
