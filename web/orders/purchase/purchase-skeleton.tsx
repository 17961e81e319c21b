import { DocumentTitle } from '../../ui/page/document-title.tsx'
import { Spinner } from '../../ui/page/spinner.tsx'

const LINES = ['h-12 max-w-72', 'h-16', 'h-10 max-w-72', 'h-16', 'h-16', 'h-48', 'h-14']

/** The page of an order before its product is known: everything has its place. */
export function PurchaseSkeleton() {
  return (
    <div className="content relative py-4 lg:py-8">
      <DocumentTitle>Order</DocumentTitle>
      <div aria-hidden="true" className="needs-script grid gap-4">
        <div className="min-h-6 max-w-72 rounded-field bg-base-200" />
        <div>
          {/* As high as lines of text, of which a phone needs one more. */}
          <div className="max-w-144 rounded-field bg-base-200 text-2xl">&nbsp;</div>
          <div className="mt-2 max-w-80 rounded-field bg-base-200 text-2xl lg:hidden">&nbsp;</div>
          <div className="mt-2 max-w-72 rounded-field bg-base-200">&nbsp;</div>
        </div>
        <div className="offer">
          <div className="aspect-4/3 rounded-box bg-base-200" />
          <div className="offer-form grid gap-6">
            {LINES.map((size, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <div key={line} className={`rounded-field bg-base-200 ${size}`} />
            ))}
          </div>
        </div>
      </div>
      <div className="offer-spinner grid place-items-center">
        <Spinner />
      </div>
    </div>
  )
}
