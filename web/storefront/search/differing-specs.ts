import type { Product } from '#contract/catalogue/products.ts'
import type { Spec } from '#contract/catalogue/spec-lines.ts'

type Specified = Pick<Product, 'specs'>

const keyOf = ({ name }: Pick<Spec, 'name'>) => name.toLowerCase()

export const specOf = ({ specs }: Specified, name: string) =>
  specs.find((spec) => keyOf(spec) === keyOf({ name }))?.value

/** The names of what tells these products apart, what most of them have first; what few of them have compares nothing. */
export function differingSpecs(products: Specified[], max: number): string[] {
  const found = new Map<string, { name: string; values: string[] }>()
  for (const spec of products.flatMap(({ specs }) => specs)) {
    const known = found.get(keyOf(spec))
    if (known) known.values.push(spec.value)
    else found.set(keyOf(spec), { name: spec.name, values: [spec.value] })
  }
  return [...found.values()]
    .filter(({ values }) => values.length * 3 >= products.length && new Set(values).size > 1)
    .toSorted((one, other) => other.values.length - one.values.length)
    .slice(0, max)
    .map(({ name }) => name)
}
