import { Link } from 'react-router'

type BreadcrumbProps = { steps: { label: string; to: string }[]; here: string }

/** The way from the top of the site to this page. */
export function Breadcrumb({ steps, here }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm print:hidden">
      <ol className="flex flex-wrap gap-x-2">
        {steps.map(({ label, to }, place) => (
          <li key={to} className="flex items-center gap-x-2">
            <Link
              to={to}
              prefetch="intent"
              className="inline-flex min-h-6 items-center text-link underline-offset-4 hover:underline"
            >
              {label}
            </Link>
            <span
              aria-hidden="true"
              className={`text-quiet ${place === steps.length - 1 ? 'max-sm:hidden' : ''}`}
            >
              ›
            </span>
          </li>
        ))}
        {/* On a phone the page's own title says it. */}
        <li aria-current="page" className="flex min-w-44 flex-1 items-center text-quiet max-sm:hidden">
          <span className="truncate">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
