import { Spinner } from '../ui/spinner.tsx'

/** The page of an order before its product is known: everything has its place. */
export function OfferSkeleton() {
  return (
    <div className="content grid py-4 lg:py-8">
      <div aria-hidden="true" className="needs-script col-start-1 row-start-1 grid gap-4">
        <div className="h-6 w-40 rounded-field bg-base-200" />
        <div className="h-19 max-w-112 rounded-field bg-base-200" />
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
          <div className="aspect-4/3 rounded-box bg-base-200" />
          <div className="h-160 rounded-box bg-base-200" />
        </div>
      </div>
      <div className="col-start-1 row-start-1 justify-self-center py-48">
        <Spinner />
      </div>
    </div>
  )
}
