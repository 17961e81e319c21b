import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withReturn } from '../../session/return-path.ts'
import { useReturnPath } from '../../session/use-return-path.ts'

type SignInFrameProps = {
  title: string
  /** Above the form: why the visitor is here. */
  lead?: ReactNode
  problem: string | null
  /** Below the problem: the way out of it. */
  remedy?: ReactNode
  /** When the rendered page does not know all that its address says. */
  needsApp?: 'query' | 'always'
  children: ReactNode
  /** The way to the other of the two sign-in pages. */
  other?: { question: string; to: '/login' | '/signup'; label: string } | undefined
}

/** What all pages around the sign-in have in common: one narrow column, the refusal in red under the form. */
export function SignInFrame({
  title,
  lead,
  problem,
  remedy,
  needsApp = 'query',
  children,
  other,
}: SignInFrameProps) {
  const from = useReturnPath()
  return (
    <div data-needs-app={needsApp} className="content max-w-112 py-12 lg:py-16">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {lead}
      {children}
      <p role="alert" className="mt-4 text-error empty:hidden">
        {problem}
      </p>
      {remedy}
      {other && (
        <p className="mt-8 border-base-300 border-t pt-4 text-quiet">
          {other.question}{' '}
          <Link to={withReturn(other.to, from ?? '/')} className="link">
            {other.label}
          </Link>
        </p>
      )}
    </div>
  )
}
