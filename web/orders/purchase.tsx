import { useLocation, useRevalidator } from 'react-router'
import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import { writeProductSearch } from '#contract/catalogue/product-search.ts'
import type { Product as ProductType } from '#contract/catalogue/products.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { api, nullIf } from '../api.ts'
import type { ScreenHandle } from '../layout/screen-handle.tsx'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { currentUser } from '../session/current-user.ts'
import { alternativesSearch } from '../storefront/product/alternatives-search.ts'
import { ProductBreadcrumb } from '../storefront/product/product-breadcrumb.tsx'
import { Specifications } from '../storefront/product/specifications.tsx'
import { keepMeasures } from '../ui/keep-measures.ts'
import { DocumentTitle } from '../ui/page/document-title.tsx'
import { Problem, useLastData } from '../ui/page/loaded.tsx'
import { Missing } from '../ui/page/missing.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import { toast } from '../ui/page/toasts.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/purchase.ts'
import { NotOrderable } from './purchase/not-orderable.tsx'
import { MY_ORDER } from './purchase/order-pages.ts'
import { PrefetchMyOrder } from './purchase/prefetch-my-order.tsx'
import { PurchaseForm } from './purchase/purchase-form.tsx'
import { PurchaseSkeleton } from './purchase/purchase-skeleton.tsx'
import { AskForQuote } from './quotes/ask-for-quote.tsx'
import './purchase.css'

export const handle: ScreenHandle = { Loading: PurchaseSkeleton }

/** `?again` is an order to repeat, `?units` a quantity to order, `?ask` one to ask a quote for. */
export async function clientLoader({ context, params, request: { signal }, url }: Route.ClientLoaderArgs) {
  const finding = resultOf(api.getProduct({ params: { id: params.productId }, signal }).catch(nullIf(404)))
  const repeated = url.searchParams.get('again')
  const [product, alternatives, again, last] = await Promise.all([
    finding,
    finding.then(({ data }) => (data ? findAlternatives(data, signal) : [])),
    // Without them the form is empty, which is no reason not to show it.
    repeated ? api.getBooking({ params: { id: repeated }, signal }).catch(() => null) : null,
    api.getLastDelivery({ signal }).then(
      ({ delivery }) => delivery,
      () => null,
    ),
  ])
  return {
    user: context.get(currentUser),
    product,
    alternatives,
    repeated,
    again,
    last,
    units: url.searchParams.get('units'),
    ask: url.searchParams.get('ask'),
  }
}

async function findAlternatives(product: ProductType, signal: AbortSignal) {
  const search = alternativesSearch(product)
  const query = search && Object.fromEntries(writeProductSearch(search))
  return query ? api.listProducts({ query, signal }).catch(() => []) : []
}

export default function Product({ loaderData, params }: Route.ComponentProps) {
  return <Offer key={params.productId} {...loaderData} />
}

function Offer({
  product: result,
  alternatives,
  user,
  repeated,
  again,
  last,
  units,
  ask,
}: Route.ComponentProps['loaderData']) {
  const product = useLastData(result)
  const navigate = useNavigateIfHere()
  const { revalidate } = useRevalidator()
  const { key: visit } = useLocation()
  const problem = result.problem && <Problem problem={result.problem} />
  if (!product)
    return (
      <div className="content py-8 lg:py-12">
        <PageTitle>{problem ? 'This product couldn’t be loaded' : 'Product not found'}</PageTitle>
        {problem ?? (
          <Missing
            sentence="It may have been removed from the catalogue."
            to="/catalogue"
            label="See all products"
          />
        )}
      </div>
    )
  return (
    <div className="content grid gap-4 pt-4 pb-12 lg:pt-8">
      <PrefetchMyOrder />
      <ProductBreadcrumb product={product} />
      <div>
        <DocumentTitle>{product.name}</DocumentTitle>
        <h1 className="text-2xl">{keepMeasures(product.name)}</h1>
        <p className="mt-2 text-quiet">{factsOf(product)}</p>
      </div>
      {problem}
      <div className="offer">
        <Picture
          src={product.image}
          alt={product.name}
          width={800}
          height={600}
          sizes="(min-width: 48rem) min(50vw, 36rem), 100vw"
          loading="eager"
          className="w-full rounded-box"
        />
        <div className="offer-form grid gap-6">
          {!isOrderable(product) && <NotOrderable product={product} alternatives={alternatives} />}
          <PurchaseForm
            // Not by the order itself: if it cannot be loaded again, what was typed stays.
            key={repeated ?? product._id}
            product={product}
            user={user}
            again={again}
            units={units}
            last={last}
            onPlaced={() => {
              toast.success(texts.booking.placed(product.name))
              return navigate(MY_ORDER.to)
            }}
            onStockChanged={revalidate}
          />
          <AskForQuote
            // Asked for by a link, it opens each time.
            key={ask && visit}
            product={product}
            quantity={ask}
            onAsked={(number) => {
              toast.success(`Quote ${number} requested. Our offer will appear here.`)
              return navigate(MY_ORDER.to)
            }}
          />
        </div>
        <div className="grid gap-6">
          {product.specs.length > 0 && <Specifications specs={product.specs} />}
          <section aria-labelledby="description" className="grid gap-2">
            <h2 id="description" className="text-lg">
              Description
            </h2>
            <p className="whitespace-pre-line">{keepMeasures(product.description)}</p>
          </section>
        </div>
      </div>
    </div>
  )
}

const factsOf = (product: ProductType) =>
  [...(product.sku ? [`SKU ${product.sku}`] : []), `${formatCount(product.quantity)} units available`].join(
    ' · ',
  )
