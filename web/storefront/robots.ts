import { pageData } from '../boot/server-context.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const sitemap = new URL('/sitemap.xml', context.get(pageData).shop.publicUrl).href
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${sitemap}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
