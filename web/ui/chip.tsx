import type { ReactNode } from 'react'

const LOOKS = {
  success: 'border-success bg-success/10 text-success',
  error: 'border-error bg-error/10 text-error',
  attention: 'border-accent text-heart',
  plain: 'border-base-300 bg-base-200 text-quiet',
}

/** A state as a word and a color. */
export function Chip({ look = 'plain', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-selector border px-2 font-semibold text-sm ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}
