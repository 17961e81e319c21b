import type { ReactNode } from 'react'

type RuledSectionProps = { id: string; title: string; children: ReactNode }

/** A heading beside what it is about; from the second on, a rule above. */
export function RuledSection({ id, title, children }: RuledSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-16 gap-y-4 border-base-300 border-t py-8 first:border-t-0 lg:grid-cols-[2fr_3fr] lg:py-12"
    >
      <h2 id={`${id}-title`} className="text-xl lg:sticky lg:top-8 lg:self-start">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
