import { z } from 'zod'
import { dollars, id, imageAddress, numberInRange, optionalText, text } from '../formats/fields.ts'
import { formatCount } from '../formats/format-number.ts'
import { pageQuery, searchText } from '../formats/list-query.ts'
import { categoryName } from './categories.ts'
import { type Fields, type FieldValues, isNumeric, mapFields, type ProductField } from './product-fields.ts'
import { PRODUCT_SORTS, PRODUCTS_PER_PAGE, readPrice } from './product-search.ts'
import { spec, specs } from './specs.ts'

export const HOME_PRODUCTS = 6
export const MAX_QUANTITY = 2_000_000_000

/** What may be sent for a field. */
function inputSchema(field: ProductField): z.ZodType {
  const noun = field.label === field.label.toUpperCase() ? field.label : field.label.toLowerCase()
  const subject = `The ${noun}`
  switch (field.kind) {
    case 'text':
    case 'paragraph':
      return (field.default === undefined ? text : optionalText)(subject, field.max)
    case 'image':
      return imageAddress
    case 'category':
      return categoryName
    case 'specs':
      return specs
    case 'dollars':
      return dollars(noun)
    case 'count': {
      const least = field.min === 0 ? 'cannot be negative' : `must be at least ${field.min}`
      const most = `must be at most ${formatCount(MAX_QUANTITY)}`
      return numberInRange(subject, [field.min, `${subject} ${least}`], [MAX_QUANTITY, `${subject} ${most}`])
    }
  }
}

function outputSchema(field: ProductField): z.ZodType {
  if (field.kind === 'specs') return z.array(spec)
  return isNumeric(field) ? z.number() : z.string()
}

type Schemas = { [N in keyof Fields]: z.ZodType<FieldValues[N], FieldValues[N]> }

const outputSchemas = mapFields(outputSchema) as Schemas
export const product = z.object({ _id: id, ...outputSchemas })
export type Product = z.infer<typeof product>

export type ProductPage = {
  products: Product[]
  /** How many there are, or can be paged through where `exact` is false. */
  total: number
  exact: boolean
  /** No exact match: these are products with similar words. */
  corrected: boolean
}

export const fieldSchemas = mapFields(inputSchema) as Schemas

/** What has a default may be left out: `add` fills it in, not a schema, which would do the same to every edit. */
export const newProduct = z.object(
  mapFields(({ default: value }, name) =>
    value === undefined ? fieldSchemas[name] : fieldSchemas[name].optional().meta({ default: value }),
  ) as {
    [N in keyof Fields]: Fields[N] extends { default: unknown } ? z.ZodOptional<Schemas[N]> : Schemas[N]
  },
)
export type NewProduct = z.infer<typeof newProduct>

const price = (label: string) => {
  const sentence = `${label} must be a number of dollars with at most two decimal places`
  return z
    .string(sentence)
    .refine((written) => readPrice(written) !== null, sentence)
    .transform(Number)
    .meta({ type: 'number', minimum: 0, maximum: 999_999.99, multipleOf: 0.01 })
}

/** A page of the catalogue in place of all of it; without any of these the answer is the whole list. */
export const productQuery = z
  .object({
    q: searchText,
    sort: z.enum(PRODUCT_SORTS, `Sort by ${PRODUCT_SORTS.join(', ')}`),
    ...pageQuery(PRODUCTS_PER_PAGE),
    min: price('The lowest price').describe('not above max'),
    max: price('The highest price'),
    inStock: z.enum(['true', 'false'], 'inStock must be true or false'),
    category: optionalText('The category', 1_000).describe('The slug of a category'),
  })
  .partial()
  .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
    error: 'The lowest price is above the highest',
    path: ['min'],
  })
