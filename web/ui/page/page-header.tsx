import type { ReactNode } from 'react'

type PageHeaderProps = {
  /** The page's name in the navigation, if it differs from the title. */
  label?: string
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** The title of a public page with its lead, and room for a first action beside it. */
export function PageHeader({ label, title, lead, children }: PageHeaderProps) {
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
