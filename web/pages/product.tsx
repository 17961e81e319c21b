import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product as ProductType } from '#contract/products.ts'
import { ApiError, api } from '../api.ts'
import { PurchaseForm } from '../bookings/purchase-form.tsx'
import { OrderTerms } from '../products/order-terms.tsx'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { useUser } from '../users/use-user.ts'

export default function Product() {
  const { productId = '' } = useParams()
  const user = useUser()
  const navigate = useNavigateIfHere()
  const lastLoaded = useRef<ProductType | null>(null)
  const loading = useLoad(
    async (signal) => {
      try {
        lastLoaded.current = await api.getProduct({ params: { id: productId }, signal })
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 404) return null
        // A failed reload keeps the form, with what was typed into it.
        if (lastLoaded.current?._id !== productId) throw problem
      }
      return lastLoaded.current
    },
    [productId],
  )

  return (
    <div className="content py-8 lg:py-12">
      <PageTitle>{titleOf(loading.loaded)}</PageTitle>
      <Load loading={loading}>
        {(product) =>
          product ? (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
              <ProductDetails product={product} />
              <PurchaseForm
                key={product._id}
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

/** Rendered from the start, because the route announcer focuses the heading. */
function titleOf(loaded: ReturnType<typeof useLoad<ProductType | null>>['loaded']) {
  if (loaded.state !== 'ready') return 'Order a product'
  return loaded.data?.name ?? 'No such product'
}

function ProductDetails({ product }: { product: ProductType }) {
  return (
    <div className="grid gap-4">
      <Picture
        src={product.image}
        fallback="/no-picture.svg"
        alt={product.name}
        width={400}
        height={300}
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

function Unknown() {
  return (
    <div className="grid justify-items-start gap-4">
      <p>It may have been removed from the catalogue.</p>
      <Link to="/catalogue" className="btn btn-primary">
        See all products
      </Link>
    </div>
  )
}
