import { Link } from 'react-router'
import { categoryAddress } from './catalogue-links.ts'
import type { ShownCategory } from './shown-categories.ts'

/** Where on the drawing (three columns, four rows) the tools of a category hang. */
const BAYS: Record<string, string> = {
  'hand-tools': 'col-span-2 col-start-1 row-start-1',
  'saws-knives-chisels': 'col-span-2 col-start-1 row-start-2',
  'ladders-site-equipment': 'col-start-3 row-span-2 row-start-1',
  'measuring-leveling': 'col-start-1 row-start-3',
  'power-tools': 'col-start-2 row-start-3',
  'safety-gear': 'col-start-3 row-start-3',
  fasteners: 'col-start-1 row-start-4',
  'drill-bits-blades-wheels': 'col-start-2 row-start-4',
  'building-materials': 'col-start-3 row-start-4',
}

export const hangsOnToolWall = ({ slug }: ShownCategory) => Object.hasOwn(BAYS, slug)

/** Each bay leads to its category, if the shop has it. */
export function ToolWall({ categories }: { categories: ShownCategory[] }) {
  const hung = Object.keys(BAYS).flatMap((slug) => categories.filter((category) => category.slug === slug))
  return (
    <div className="relative max-md:-mx-4">
      <img
        src="/tool-wall.svg"
        width="640"
        height="592"
        alt="A tool wall with everything in its place"
        fetchPriority="high"
        className="drawing w-full"
      />
      {hung.length > 0 && (
        <nav aria-label="Tool wall" className="absolute inset-[1.25%] print:hidden">
          <ul className="grid h-full grid-cols-3 grid-rows-4">
            {hung.map(({ name, slug }) => (
              <li key={slug} className={BAYS[slug]}>
                <Link to={categoryAddress(slug)} prefetch="intent" className="bay">
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
