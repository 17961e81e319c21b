import type { ReactNode } from 'react'

/** Something to know before going on. */
export function Notice({ children, compact = false }: { children: ReactNode; compact?: boolean }) {
  const room = compact ? 'px-3 py-2 text-sm' : 'px-4 py-3'
  return <div className={`border-accent border-l-4 bg-base-200 ${room}`}>{children}</div>
}
