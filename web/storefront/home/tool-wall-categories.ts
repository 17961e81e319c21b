import type { ShownCategory } from '../search/shown-categories.ts'

/** The slugs of what is drawn on the tool wall, row by row. */
const ON_THE_WALL = [
  'hand-tools',
  'saws-knives-chisels',
  'ladders-site-equipment',
  'measuring-leveling',
  'power-tools',
  'safety-gear',
  'fasteners',
  'drill-bits-blades-wheels',
  'building-materials',
]

/** Those that hang on the wall, in its order, and the others. */
export function byToolWall(categories: ShownCategory[]) {
  return {
    onTheWall: ON_THE_WALL.flatMap((slug) => categories.filter((category) => category.slug === slug)),
    otherCategories: categories.filter(({ slug }) => !ON_THE_WALL.includes(slug)),
  }
}
