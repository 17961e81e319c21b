import type { FastifyInstance } from 'fastify'
import {
  defaultSort,
  PRODUCTS_PER_PAGE,
  type ProductSearch,
  writeProductSearch,
} from '#contract/catalogue/product-search.ts'
import type { ProductPage } from '#contract/catalogue/products.ts'
import { type Call, endpoints } from '#contract/endpoints.ts'
import { slugOf } from '#contract/formats/slug.ts'
import { serveCachedList } from '../platform/endpoints/serve-cached-list.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { totalHeaders } from '../platform/endpoints/serve-list.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import { JSON_TYPE } from '../platform/http/json-stream.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { listCategories } from './categories/category-store.ts'
import { renameCategory } from './categories/rename-category.ts'
import { addProduct } from './products/add-product.ts'
import { editProduct } from './products/edit-product.ts'
import { findHistory } from './products/history-store.ts'
import { findProductJson } from './products/lookup-store.ts'
import { removeProduct } from './products/remove-product.ts'
import * as products from './products/store.ts'
import { searchProducts } from './search/search-products.ts'
import { restockProduct } from './stock/restock-product.ts'

export function productRoutes(app: FastifyInstance, shop: Shop) {
  serveCachedList(app, shop, endpoints.listProducts, ({ query }) => {
    const dependsOn = ['catalogue'] as const
    if (Object.keys(query).length === 0)
      return { dependsOn, read: async () => ({ batches: products.listInBatches(shop.db) }) }
    const search = toSearch(query)
    return {
      dependsOn,
      query: writeSearch(search),
      async read() {
        const page = await searchProducts(shop, search)
        return { batches: [page.products], headers: pageHeaders(search, page) }
      },
    }
  })

  serve(app, endpoints.getProduct, async ({ params, reply }) => {
    const json = await findProductJson(shop.db, params.id)
    if (!json) throw refuse.notFound('No such product')
    return reply.type(JSON_TYPE).send(json)
  })

  serve(app, endpoints.addProduct, async ({ caller, body, keyed }) => {
    await addProduct(shop, caller, body, keyed)
    return successMessage(`${body.name} was added`)
  })

  serve(app, endpoints.editProduct, ({ caller, params, body }) => editProduct(shop, caller, params.id, body))

  serve(app, endpoints.restockProduct, ({ caller, params, body, keyed }) =>
    restockProduct(shop, caller, params.id, body, keyed),
  )

  serve(app, endpoints.getProductHistory, async ({ params, query }) => {
    const history = await findHistory(shop.db, params.id, query)
    if (!history) throw refuse.notFound('No such product')
    return history
  })

  serve(app, endpoints.deleteProduct, async ({ caller, params }) => {
    await removeProduct(shop, caller, params.id)
    return successMessage('Product deleted')
  })

  serveCachedList(app, shop, endpoints.listCategories, () => ({
    dependsOn: ['catalogue'],
    read: async () => ({ batches: [await listCategories(shop.db)] }),
  }))

  serve(app, endpoints.renameCategory, ({ caller, params, body }) =>
    renameCategory(shop, caller, params.slug, body.name),
  )
}

function toSearch(query: Call<typeof endpoints.listProducts>['query']): ProductSearch {
  const {
    q = '',
    page = 1,
    limit = PRODUCTS_PER_PAGE,
    min = null,
    max = null,
    inStock,
    category = '',
  } = query
  return {
    q,
    sort: query.sort ?? defaultSort(q),
    page,
    limit,
    min,
    max,
    inStock: inStock === 'true',
    // Without a letter it is no category's, instead of all of them.
    category: slugOf(category) || category,
  }
}

/** Never empty, because without any parameter the answer is the whole list. */
function writeSearch(search: ProductSearch): URLSearchParams {
  const params = writeProductSearch(search)
  return params.size > 0 ? params : new URLSearchParams([['page', '1']])
}

function pageHeaders(search: ProductSearch, { total, exact }: ProductPage) {
  const { page, limit } = search
  const to = (target: number, rel: string) =>
    `</api/products?${writeSearch({ ...search, page: target })}>; rel="${rel}"`
  const links = [
    ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ...(page * limit < total ? [to(page + 1, 'next')] : []),
  ]
  return {
    ...totalHeaders({ total, exact }),
    ...(links.length > 0 && { link: links.join(', ') }),
  }
}
