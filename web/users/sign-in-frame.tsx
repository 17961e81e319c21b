import type { ReactNode } from 'react'

type SignInFrameProps = { title: string; problem: string | null; children: ReactNode; other: ReactNode }

/** What the login and the signup page have in common: one narrow column, the refusal in red under the form. */
export function SignInFrame({ title, problem, children, other }: SignInFrameProps) {
  return (
    // Where the address says more than the path, the rendered page does not know it.
    <div data-needs-app="query" className="content max-w-112 py-12 lg:py-16">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {children}
      <p role="alert" className="mt-4 text-error empty:hidden">
        {problem}
      </p>
      <p className="mt-8 border-base-300 border-t pt-4 text-quiet">{other}</p>
    </div>
  )
}
