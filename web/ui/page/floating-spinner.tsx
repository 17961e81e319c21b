import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/** Over what is shown, wherever one has scrolled to; only for waits that can be noticed. */
export function FloatingSpinner({ children = <Spinner /> }: { children?: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-40 m-auto grid size-12 place-items-center rounded-full border border-base-300 bg-base-100 transition delay-150 starting:opacity-0">
      {children}
    </div>
  )
}
