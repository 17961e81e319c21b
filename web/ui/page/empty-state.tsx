import type { ReactNode } from 'react'

/** What to show when there is nothing to list: one sentence and the next step. */
export function EmptyState({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-quiet border-dashed p-6 lg:p-8">
      <p>{sentence}</p>
      {children}
    </div>
  )
}
