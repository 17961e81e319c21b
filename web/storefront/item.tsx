import { data, redirect } from 'react-router'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { slugOf } from '#contract/formats/slug.ts'
import type { PageHandle } from '#contract/site/page-data.ts'
import { pageData } from '../boot/server-context.ts'
import { NotFound } from '../layout/not-found-message.tsx'
import { pageMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/item.ts'
import { alternativesSearch } from './product/alternatives-search.ts'
import { ItemDetails } from './product/item-details.tsx'
import { structuredData } from './product/structured-data.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const handle = {
  dependsOn: ['catalogue'],
  params: ({ id = '', slug }) => (ID.test(id) ? { id: id.toLowerCase(), slug } : null),
} satisfies PageHandle

const DESCRIPTION_LENGTH = 160

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]
  const shop = root.loaderData
  const { product } = loaderData
  return [
    ...pageMeta(shop, {
      title: `${product.name} · ${shop.name}`,
      description: summaryOf(product),
      path: itemAddress(product),
      picture: sharePicture(product),
    }),
    { 'script:ld+json': structuredData(product, shop.publicUrl) },
  ]
}

/** The price, and as much of the description as a search engine shows. */
function summaryOf({ price, description }: Product) {
  const summary = `${formatDollars(price)} per unit. ${description.replace(/\s+/g, ' ')}`
  if (summary.length <= DESCRIPTION_LENGTH) return summary
  return `${summary.slice(0, summary.lastIndexOf(' ', DESCRIPTION_LENGTH - 1))}…`
}

/** No preview shows a drawing. */
const sharePicture = ({ image }: Product) => (/\.svg($|[?#])/i.test(image) ? undefined : image || undefined)

// Addresses that do not exist are endless: cached, they would evict the pages that do.
const headersOfOthers = { 'cache-control': 'no-store' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const product = ID.test(params.id) ? await context.get(pageData).item(params.id) : null
  if (!product) return data(null, { status: 404, headers: headersOfOthers })
  if ((params.slug ?? '') !== slugOf(product.name))
    throw redirect(itemAddress(product), { status: 301, headers: headersOfOthers })
  const search = alternativesSearch(product)
  return { product, alternatives: search ? (await context.get(pageData).catalogue(search)).products : [] }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Item({ loaderData, matches: [root] }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />
  const { name, publicUrl } = root.loaderData
  // Short enough to be typed; it leads to the whole address.
  const address = new URL(`/item/${loaderData.product._id}`, publicUrl).href
  return <ItemDetails {...loaderData} imprint={`${name} · ${address}`} />
}
