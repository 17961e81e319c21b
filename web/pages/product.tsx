import { useRevalidator } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product as ProductType } from '#contract/products.ts'
import { api, nullIf } from '../api.ts'
import { PurchaseForm } from '../bookings/purchase-form.tsx'
import { OrderTerms } from '../products/order-terms.tsx'
import { AskForQuote } from '../quotes/ask-for-quote.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Missing } from '../ui/missing.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { type Result, resultOf } from '../ui/result.ts'
import { toast } from '../ui/toasts.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { currentUser } from '../users/current-user.ts'
import type { Route } from './+types/product.ts'

/** `?again` is an order to repeat, `?units` a quantity to order, `?ask` one to ask a quote for. */
export async function clientLoader({ context, params, request: { signal }, url }: Route.ClientLoaderArgs) {
  const finding = api.getProduct({ params: { id: params.productId }, signal })
  const repeated = url.searchParams.get('again')
  const [product, again, last] = await Promise.all([
    resultOf(finding.catch(nullIf(404))),
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
    again,
    last,
    units: url.searchParams.get('units'),
    ask: url.searchParams.get('ask'),
  }
}

export default function Product({ loaderData, params }: Route.ComponentProps) {
  const { user, product, again, last, units, ask } = loaderData
  const navigate = useNavigateIfHere()
  const { revalidate } = useRevalidator()
  return (
    <div className="content py-8 lg:py-12">
      <PageTitle>{titleOf(product)}</PageTitle>
      <Loaded key={params.productId} result={product}>
        {(product) =>
          product ? (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
              <ProductDetails product={product} />
              <div className="grid gap-4">
                <PurchaseForm
                  key={again?._id ?? product._id}
                  product={product}
                  user={user}
                  again={again}
                  units={units}
                  last={last}
                  onPlaced={() => {
                    toast.success(texts.booking.placed(product.name))
                    return navigate('/dashboard/order')
                  }}
                  onStockChanged={revalidate}
                />
                <AskForQuote
                  key={ask}
                  product={product}
                  quantity={ask}
                  onAsked={(number) => {
                    toast.success(`Quote ${number} requested. Our offer will appear here.`)
                    return navigate('/dashboard/order')
                  }}
                />
              </div>
            </div>
          ) : (
            <Missing
              sentence="It may have been removed from the catalogue."
              to="/catalogue"
              label="See all products"
            />
          )
        }
      </Loaded>
    </div>
  )
}

const titleOf = ({ data, problem }: Result<ProductType | null>) =>
  problem ? 'Order a product' : (data?.name ?? 'No such product')

function ProductDetails({ product }: { product: ProductType }) {
  return (
    <div className="grid gap-4">
      <Picture
        src={product.image}
        fallback="/no-picture.svg"
        alt={product.name}
        width={400}
        height={300}
        sizes="(min-width: 64rem) 36rem, 100vw"
        loading="eager"
        className="drawing aspect-4/3 w-full rounded-box bg-base-200 object-cover"
      />
      <p>
        <span className="font-heading text-2xl">{formatDollars(product.price)}</span>
        <span className="text-quiet"> / unit</span>
      </p>
      <p className="whitespace-pre-line">{product.description}</p>
      <OrderTerms product={product} />
    </div>
  )
}
