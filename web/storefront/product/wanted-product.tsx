import { type ReactNode, useEffect, useState } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { api } from '../../api.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { Picture } from '../../ui/picture.tsx'

type WantedProductProps = {
  /** Where the visitor is on the way to; null while not known. */
  from: string | null
  action: 'Log in' | 'Sign up'
}

const PRODUCT_PAGE = /^\/product\/([\da-f-]{36})(?![^?#])/i

/** The product that a visitor must sign in to order. Its room is there before it is. */
export function WantedProduct({ from, action }: WantedProductProps) {
  if (from === null) return <Frame hidden />
  const id = PRODUCT_PAGE.exec(from)?.[1]
  return id ? <LoadedProduct key={id} id={id} action={action} /> : null
}

function LoadedProduct({ id, action }: { id: string; action: WantedProductProps['action'] }) {
  const [product, setProduct] = useState<Product | null>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // There may be none; the form is there for other reasons, too.
    api.getProduct({ params: { id }, signal }).then(setProduct, () => signal.aborted || setProduct(null))
    return () => leaving.abort()
  }, [id])
  if (product === null) return null
  if (!product) return <Frame />
  return (
    <Frame
      picture={<Picture src={product.image} alt="" width={96} height={72} sizes="6rem" className="w-full" />}
    >
      <p className="min-w-0">
        <span className="block text-quiet text-sm">{action} to order </span>
        <strong className="line-clamp-2">{keepMeasures(product.name)}</strong>
        <span className="text-quiet text-sm">{formatDollars(product.price)} / unit</span>
      </p>
    </Frame>
  )
}

type FrameProps = {
  /** Unless the boot script has read in the address that there will be a product. */
  hidden?: boolean
  picture?: ReactNode
  children?: ReactNode
}

const Frame = ({ hidden = false, picture, children }: FrameProps) => (
  <div
    className={`mb-6 flex h-28 items-center gap-4 rounded-box border border-base-300 px-4 ${hidden ? 'when-ordering' : ''}`}
  >
    <div className="aspect-4/3 w-20 shrink-0 overflow-hidden rounded-field bg-base-200">{picture}</div>
    {children}
  </div>
)
