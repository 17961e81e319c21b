import { itemAddress } from '#contract/catalogue/item-address.ts'
import { isOrderable, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'

/** A product in the words of schema.org, for search engines. */
export function structuredData(product: Product, publicUrl: string) {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const url = absolute(itemAddress(product))
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: product.name,
    description: product.description,
    url,
    ...(product.image && { image: absolute(product.image) }),
    ...(product.sku && { sku: product.sku }),
    ...(product.category && { category: product.category }),
    ...(product.specs.length > 0 && {
      additionalProperty: product.specs.map(({ name, value }) => ({
        '@type': 'PropertyValue',
        name,
        value,
      })),
    }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${isOrderable(product) ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        minValue: minimumOrder(product),
        unitCode: 'C62',
      },
    },
  }
}
