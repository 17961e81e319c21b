import type { MetaDescriptor } from 'react-router'
import type { ShopInfo } from '#contract/site/page-data.ts'

type PageDescription = {
  title: string
  description: string
  path: string
  /** What a link preview shows, if not the shop's own picture. */
  picture?: string | undefined
}
const SHARE_PICTURE = { path: '/share.png', width: '1200', height: '630' }

/** Meta tags of a public page, for search engines and link previews. */
export function pageMeta(
  shop: ShopInfo,
  { title, description, path, picture }: PageDescription,
): MetaDescriptor[] {
  const address = new URL(path, shop.publicUrl).href
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(picture ?? SHARE_PICTURE.path, shop.publicUrl).href },
    ...(picture
      ? []
      : [
          { property: 'og:image:width', content: SHARE_PICTURE.width },
          { property: 'og:image:height', content: SHARE_PICTURE.height },
        ]),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Meta tags of a page that is reached from a mail or a refusal, and of no use to a search engine. */
export const unlistedMeta = (shop: ShopInfo, title: string): MetaDescriptor[] => [
  { title: `${title} · ${shop.name}` },
  { name: 'robots', content: 'noindex' },
]
