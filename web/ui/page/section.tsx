import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of a page under its own heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="content py-12 lg:py-16">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 lg:mb-8">
        <h2 id={id} className="text-xl lg:text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
