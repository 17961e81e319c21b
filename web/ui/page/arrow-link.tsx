import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowIcon } from './icons.tsx'

type ArrowLinkProps = { to: string; prefetch?: 'intent'; children: ReactNode }

export function ArrowLink({ children, ...link }: ArrowLinkProps) {
  return (
    <Link
      {...link}
      className="inline-flex min-h-6 items-center gap-1 font-semibold text-link underline-offset-4 hover:underline"
    >
      {children} <ArrowIcon />
    </Link>
  )
}
