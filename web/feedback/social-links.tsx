import { Link } from 'react-router'
import type { ShopInfo } from '#contract/page-data.ts'
import { ArrowIcon, OutwardIcon } from '../ui/icons.tsx'

/** Where else the shop can be found; without any such place, how to reach it. */
export function SocialLinks({ links }: { links: ShopInfo['socialLinks'] }) {
  if (links.length === 0)
    return (
      <Link to="/contact" className="arrow-link">
        How to reach us <ArrowIcon />
      </Link>
    )
  return (
    <ul className="border-base-300 border-b">
      {links.map(({ label, url }) => (
        <li key={url} className="border-base-300 border-t">
          <a href={url} rel="noreferrer" className="social-link">
            {label} <OutwardIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
