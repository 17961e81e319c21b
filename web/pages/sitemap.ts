import { pageData } from '../server-context.ts'
import type { Route } from './+types/sitemap.ts'

const PAGES = [
  '/',
  '/catalogue',
  '/reviews',
  '/blog',
  '/extra',
  '/portfolio',
  '/contact',
  '/privacy',
  '/terms',
]

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageData).shop
  const entries = PAGES.map((page) => `<url><loc>${new URL(page, publicUrl).href}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
