import type { ShopInfo } from '#contract/site/page-data.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { OutwardIcon } from '../../ui/page/icons.tsx'

/** Where else the shop can be found; without any such place, how to reach it. */
export function SocialLinks({ links }: { links: ShopInfo['socialLinks'] }) {
  if (links.length === 0) return <ArrowLink to="/contact">Contact page</ArrowLink>
  return (
    <ul className="border-base-300 border-b">
      {links.map(({ label, url }) => (
        <li key={url} className="border-base-300 border-t">
          <a
            href={url}
            rel="noreferrer"
            className="flex min-h-12 items-center justify-between font-semibold hover:text-link"
          >
            {label} <OutwardIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
