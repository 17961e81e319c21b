import type { ReactNode } from 'react'
import { DocumentTitle } from './document-title.tsx'
import { useIsLoadingScreen } from './loading-screen.ts'

type PageTitleProps = {
  children: string
  aside?: ReactNode
  /** Whom the aside is for. Until that is known, it has its room for who was an admin when last seen in this browser. */
  admin?: boolean | 'maybe'
}

/** The heading of a signed-in page, which is also the browser's title. */
export function PageTitle({ children, aside, admin = true }: PageTitleProps) {
  const inert = useIsLoadingScreen()
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <DocumentTitle>{children}</DocumentTitle>
      <h1 className="text-2xl">{children}</h1>
      {admin && aside && (
        <div data-admin={admin} inert={inert}>
          {aside}
        </div>
      )}
    </div>
  )
}
