import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { done } from '../http/done.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import * as products from './store.ts'

export function productRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.listProducts, () => products.list(shop.db))

  serve(app, endpoints.getProduct, async ({ params }) => {
    const product = await products.find(shop.db, params.id)
    if (!product) throw refuse.notFound('No such product')
    return product
  })

  serve(app, endpoints.addProduct, async ({ caller, body }) => {
    await products.add(shop.db, body, caller.email)
    shop.changes.record('catalogue')
    return done(`${body.name} was added`)
  })

  serve(app, endpoints.deleteProduct, async ({ caller, params }) => {
    if (!(await products.remove(shop.db, params.id, caller.email))) throw refuse.notFound('No such product')
    shop.changes.record('catalogue')
    return done('Product deleted')
  })
}
