import type { ReactNode } from 'react'

/** The heading of a signed-in page, which is also the browser's title. */
export function PageTitle({ children, aside }: { children: string; aside?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <title>{children}</title>
      <h1 className="text-2xl">{children}</h1>
      {aside}
    </div>
  )
}
