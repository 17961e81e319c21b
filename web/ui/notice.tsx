import type { ReactNode } from 'react'

/** Something to know before going on. */
export function Notice({ children }: { children: ReactNode }) {
  return <div className="border-accent border-l-4 bg-base-200 px-4 py-3">{children}</div>
}
