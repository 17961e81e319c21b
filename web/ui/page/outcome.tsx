import { type ReactNode, useEffect, useRef } from 'react'

/** What came of a form, in its place. It takes the focus of the form that is gone. */
export function Outcome({ justNow = true, children }: { justNow?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (justNow) place.current?.focus()
  }, [justNow])
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="status"
      className="grid justify-items-start gap-4 rounded-box border border-success border-l-6 p-6"
    >
      {children}
    </div>
  )
}
