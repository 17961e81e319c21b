import { Link } from 'react-router'
import { categoryAddress } from '../../layout/catalogue-links.ts'
import type { ShownCategory } from '../search/shown-categories.ts'
import styles from './tool-wall.css?url'

/** For the page to link: imported, they would go along with what it shares with other pages. */
export const toolWallStyles = styles

/** The tools of a category lead to it; which part of the drawing they are, the styles know by its slug. */
export function ToolWall({ categories }: { categories: ShownCategory[] }) {
  return (
    <div className="tool-wall">
      <img
        src="/tool-wall.svg"
        width="640"
        height="592"
        alt="A tool wall with everything in its place"
        fetchPriority="high"
        className="drawing"
      />
      {categories.length > 0 && (
        <nav aria-label="Tool wall">
          <ul>
            {categories.map(({ name, slug }) => (
              <li key={slug} className={slug}>
                <Link to={categoryAddress(slug)} prefetch="intent">
                  <span>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
