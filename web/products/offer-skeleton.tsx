import { Spinner } from '../ui/spinner.tsx'

const LINES = ['h-11 w-40', 'h-16', 'h-10 w-56', 'h-6 w-40', 'h-16', 'h-16', 'h-28', 'h-14']

/** The page of an order before its product is known: everything has its place. */
export function OfferSkeleton() {
  return (
    <div className="content grid py-4 lg:py-8">
      <div aria-hidden="true" className="needs-script col-start-1 row-start-1 grid gap-4">
        <div className="h-6 w-40 rounded-field bg-base-200" />
        <div className="h-30 max-w-112 rounded-field bg-base-200 lg:h-19" />
        <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
          <div className="aspect-4/3 rounded-box bg-base-200" />
          <div className="grid gap-6 border-base-300 lg:rounded-box lg:border lg:p-6">
            {LINES.map((size, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <div key={line} className={`rounded-field bg-base-200 ${size}`} />
            ))}
          </div>
        </div>
      </div>
      <div className="col-start-1 row-start-1 justify-self-center py-48">
        <Spinner />
      </div>
    </div>
  )
}
