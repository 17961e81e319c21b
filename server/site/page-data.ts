import type { ProductSearch } from '#contract/catalogue/product-search.ts'
import { HOME_PRODUCTS } from '#contract/catalogue/products.ts'
import { HOME_RATINGS, RATINGS_PER_PAGE } from '#contract/people/ratings.ts'
import type { CataloguePage, PageData } from '#contract/site/page-data.ts'
import { listCategories } from '../catalogue/categories/category-store.ts'
import { findProduct } from '../catalogue/products/lookup-store.ts'
import * as products from '../catalogue/products/store.ts'
import { searchProducts, suggestProducts } from '../catalogue/search/search-products.ts'
import * as ratings from '../people/ratings/store.ts'
import { describeApi } from '../platform/openapi/api-reference.ts'
import type { Shop } from '../shop-context.ts'
import { hiddenPages, unwrittenTexts } from './unwritten-texts.ts'

const SUGGESTIONS = 3

export function createPageData(shop: Shop, publicUrl: string, publishableKey: string): PageData {
  return {
    shop: {
      name: shop.config.shopName,
      demo: !shop.config.live,
      mail: !shop.config.mail.off,
      bankTransfers: shop.config.documents.bankDetails !== null,
      publicUrl,
      hiddenPages: hiddenPages(shop.config),
      socialLinks: shop.config.socialLinks,
      cardProvider: {
        publishableKey,
        sandboxScript: shop.config.stripe ? null : '/sandbox/stripe/stripe.js',
      },
    },
    newestProducts: () => products.list(shop.db, HOME_PRODUCTS),
    newestRatings: () => ratings.list(shop.db, HOME_RATINGS),
    catalogue: (search) => readCatalogue(shop, search),
    categories: () => listCategories(shop.db),
    isWritten: async (text) => !unwrittenTexts(shop.config).includes(text),
    apiReference: async () => describeApi(shop.config.shopName, publicUrl),
    item: (id) => findProduct(shop.db, id),
    async ratingsPage(page) {
      const [shown, count] = await Promise.all([
        ratings.list(shop.db, RATINGS_PER_PAGE, (page - 1) * RATINGS_PER_PAGE),
        ratings.count(shop.db),
      ])
      return { ratings: shown, count, pages: Math.ceil(count / RATINGS_PER_PAGE) }
    },
  }
}

async function readCatalogue(shop: Shop, search: ProductSearch): Promise<CataloguePage> {
  const found = await searchProducts(shop, search)
  const pages = Math.max(1, Math.ceil(found.total / search.limit))
  if (search.page > pages) return readCatalogue(shop, { ...search, page: pages })
  const suggestions = found.total > 0 ? [] : await suggestProducts(shop, search.q, SUGGESTIONS)
  return { ...found, page: search.page, pages, suggestions }
}
