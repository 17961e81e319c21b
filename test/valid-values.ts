import fc from 'fast-check'

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: { required: string[]; not: { required: string[] } }[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
}

/** Arbitrary valid values of a schema of the OpenAPI document, generated from the document alone. */
export function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValue))
  switch (schema.type) {
    case 'object':
      return schema.oneOf
        ? fc.oneof(...schema.oneOf.map((branch) => object(schema, branch.required, branch.not.required)))
        : object(schema)
    case 'array':
      return fc.array(validValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 10,
      })
    case 'string':
      return text(schema)
    case 'integer':
      return fc.oneof(
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
        fc.maxSafeInteger().map((any) => within(schema, any)),
      )
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case undefined:
      return fc.jsonValue({ maxDepth: 1 })
    default:
      throw new Error(`no way to make ${JSON.stringify(schema)}`)
  }
}

function object(
  { properties = {}, required = [] }: JsonSchema,
  needed: string[] = [],
  without: string[] = [],
) {
  const kept = Object.entries(properties).filter(([name]) => !without.includes(name))
  return fc.record(Object.fromEntries(kept.map(([name, inner]) => [name, validValue(inner)])), {
    requiredKeys: [...required, ...needed],
  })
}

function text({ format, pattern, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  const fits = (value: string) => {
    const { length } = [...value]
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value))
  }
  const extremes = ['a', '🔨', ' a', '/a', 'é', 'https://a/'].flatMap((piece) => [
    piece.repeat(Math.max(1, minLength)),
    piece.padEnd(maxLength, 'x'),
    piece.repeat(maxLength / [...piece].length),
  ])
  const any = pattern
    ? fc.stringMatching(new RegExp(pattern, 'u'))
    : fc.string({ unit: 'binary', minLength, maxLength })
  const extreme = extremes.filter(fits)
  const usual = any.filter(fits)
  return extreme.length > 0 ? fc.oneof(usual, fc.constantFrom(...extreme)) : usual
}

function number(schema: JsonSchema) {
  const { multipleOf, minimum = -1e15, maximum = 1e15 } = schema
  if (!multipleOf) return fc.double({ min: minimum, max: maximum, noNaN: true })
  const parts = Math.round(1 / multipleOf)
  const [least, most] = [Math.round(minimum * parts), Math.round(maximum * parts)]
  return fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most })).map((of) => of / parts)
}

function within({ minimum = 0, maximum = 0 }: JsonSchema, any: number) {
  const size = maximum - minimum + 1
  return any >= minimum && any <= maximum ? any : minimum + (Math.abs(any) % size)
}
