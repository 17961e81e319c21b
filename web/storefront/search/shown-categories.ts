import type { Category } from '#contract/catalogue/categories.ts'

const MAX_CHIPS = 24

/** The largest categories and the chosen one, by name: a shop may have more than a page can show. */
export function shownCategories(categories: Category[], chosen = '') {
  const largest = categories.toSorted((one, other) => other.products - one.products).slice(0, MAX_CHIPS)
  return categories
    .filter((category) => largest.includes(category) || category.slug === chosen)
    .map(({ name, slug }) => ({ name, slug }))
}
export type ShownCategory = ReturnType<typeof shownCategories>[number]
