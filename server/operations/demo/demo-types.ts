import type { NewProduct } from '#contract/catalogue/products.ts'

export type DemoProduct = Omit<NewProduct, 'price' | 'specs'> & {
  sku: string
  category: string
  specs: Record<string, string>
  priceCents: number
}

export type DemoReview = {
  name: string
  description: string
  hearts: 1 | 2 | 3 | 4 | 5
  image: string | null
}
