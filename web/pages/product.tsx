import { Link, useNavigate, useParams } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Product as ProductType } from '#contract/products.ts'
import { leastOrder } from '#contract/stock.ts'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { PurchaseForm } from '../bookings/purchase-form.tsx'
import { formatCount } from '../ui/format.ts'
import { Load } from '../ui/loading.tsx'
import { Picture } from '../ui/picture.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useUser } from '../users/use-user.ts'

export default function Product() {
  const { productId = '' } = useParams()
  const user = useUser()
  const navigate = useNavigate()
  const loading = useLoad(
    (signal) => api.getProduct({ params: { id: productId }, signal }).catch(unknownAsNull),
    [productId],
  )

  return (
    <div className="content py-8 lg:py-12">
      <Load loading={loading}>
        {(product) =>
          product ? (
            <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
              <Facts product={product} />
              <PurchaseForm
                product={product}
                user={user}
                onPlaced={() => {
                  toast.success(texts.booking.placed(product.name))
                  return navigate('/dashboard/order')
                }}
                onStockChanged={loading.retry}
              />
            </div>
          ) : (
            <Unknown />
          )
        }
      </Load>
    </div>
  )
}

function unknownAsNull(problem: unknown): null {
  if (problem instanceof ApiError && problem.status === 404) return null
  throw problem
}

function Facts({ product }: { product: ProductType }) {
  const least = leastOrder(product)
  return (
    <div className="grid gap-4">
      <title>{product.name}</title>
      <Picture
        src={product.image}
        fallback="/no-picture.svg"
        alt={product.name}
        width={400}
        height={300}
        loading="eager"
        className="drawing aspect-4/3 w-full rounded-box bg-base-200 object-cover"
      />
      <h1 className="break-words text-2xl">{product.name}</h1>
      <p className="whitespace-pre-line break-words">{product.description}</p>
      <dl className="facts">
        <div>
          <dt>Unit price</dt>
          <dd>{formatDollars(product.price)}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>{formatCount(product.quantity)}</dd>
        </div>
        <div>
          <dt>Minimum order</dt>
          <dd>{formatCount(least)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Unknown() {
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <title>No such product</title>
      <h1 className="text-2xl">No such product</h1>
      <p>It may have been taken out of the catalogue since the link was made.</p>
      <Link to="/catalogue" className="btn btn-primary">
        See all products
      </Link>
    </div>
  )
}
