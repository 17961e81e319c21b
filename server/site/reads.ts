import { HOME_PRODUCTS } from '#contract/products.ts'
import { HOME_RATINGS } from '#contract/ratings.ts'
import type { Reads } from '#contract/reads.ts'
import * as products from '../products/store.ts'
import * as ratings from '../ratings/store.ts'
import type { Shop } from '../shop.ts'

export function createReads(shop: Shop, publicUrl: string): Reads {
  return {
    shop: {
      name: shop.config.shopName,
      demo: !shop.config.live,
      publicUrl,
      socialLinks: shop.config.socialLinks,
    },
    firstProducts: () => products.list(shop.db, HOME_PRODUCTS),
    firstRatings: () => ratings.list(shop.db, HOME_RATINGS),
  }
}
