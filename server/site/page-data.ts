import type { CataloguePage, PageData } from '#contract/page-data.ts'
import type { ProductSearch } from '#contract/product-search.ts'
import { HOME_PRODUCTS } from '#contract/products.ts'
import { HOME_RATINGS, RATINGS_PER_PAGE } from '#contract/ratings.ts'
import { describeApi } from '../http/api-reference.ts'
import { listCategories } from '../products/category-store.ts'
import { findProduct } from '../products/lookup-store.ts'
import { searchProducts, suggestProducts } from '../products/search-products.ts'
import * as products from '../products/store.ts'
import * as ratings from '../ratings/store.ts'
import type { Shop } from '../shop-context.ts'
import { hiddenPages, unwrittenTexts } from '../unwritten-texts.ts'

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
