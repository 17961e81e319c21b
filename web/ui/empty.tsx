import type { ReactNode } from 'react'

/** One sentence, then the next step. */
export function Empty({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-quiet border-dashed p-6 lg:p-8">
      <p>{sentence}</p>
      {children}
    </div>
  )
}
