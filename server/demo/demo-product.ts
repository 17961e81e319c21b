export type DemoProduct = {
  name: string
  image: string
  description: string
  priceCents: number
  quantity: number
}

export type DemoReview = {
  name: string
  description: string
  hearts: 1 | 2 | 3 | 4 | 5
  image: string | null
}
