import type { ReactNode } from 'react'

type PageHeadProps = {
  /** The name under which the navigation leads here, where the title is another. */
  label?: string
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** Where one is, in a sentence, with room for a first step beside it. */
export function PageHead({ label, title, lead, children }: PageHeadProps) {
  return (
    <div className="border-base-300 border-b bg-base-200">
      <div className="content grid items-start gap-8 py-8 lg:grid-cols-[2fr_3fr] lg:gap-16 lg:py-12">
        <div className="grid gap-3">
          <h1 className="text-2xl">
            {label && (
              <span className="mb-2 flex items-center gap-2 font-sans text-base text-link">
                {label}
                <span className="sr-only">: </span>
              </span>
            )}
            {title}
          </h1>
          {lead && <div className="max-w-120 text-quiet">{lead}</div>}
        </div>
        {children}
      </div>
    </div>
  )
}
