import type { ApiField, ApiType } from '#contract/calls/api-reference-types.ts'
import { formatCount } from '#contract/formats/format-number.ts'

/** The part of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const FORMATS: Record<string, string> = { uuid: 'id', date: 'date', email: 'email', binary: 'file' }

/** Says in words what a schema allows. Objects that have a name are named instead of described. */
export function createFieldReader(objects: Record<string, JsonSchema>) {
  const names = new Map(Object.entries(objects).map(([name, schema]) => [JSON.stringify(schema), name]))

  function typeOf(schema: JsonSchema): ApiType {
    const object = names.get(JSON.stringify(schema))
    if (object) return { type: '', object }
    if (schema.const !== undefined) return { type: JSON.stringify(schema.const) }
    if (schema.enum) return { type: schema.enum.map((value) => JSON.stringify(value)).join(' or ') }
    if (schema.anyOf) return join(schema.anyOf.map(typeOf))
    if (Array.isArray(schema.type)) return join(schema.type.map((type) => typeOf({ ...schema, type })))
    switch (schema.type) {
      case 'array': {
        const { type, object } = typeOf(schema.items ?? {})
        return { type: `list of ${object ? type : plural(type)}`.trim(), ...(object && { object }) }
      }
      case 'string':
        return { type: (schema.format && FORMATS[schema.format]) ?? `text${lengthOf(schema)}` }
      case 'integer':
        return { type: `whole number${rangeOf(schema)}` }
      case 'number':
        return { type: `number${rangeOf(schema)}` }
      case 'boolean':
        return { type: 'true or false' }
      default:
        return { type: schema.type ?? 'anything' }
    }
  }

  /** The fields of an object, a list of objects or one of several; those within have their place in their name. */
  function fieldsOf(schema: JsonSchema, place = ''): ApiField[] {
    if (schema.items) return fieldsOf(schema.items, place)
    if (schema.anyOf) return schema.anyOf.flatMap((one) => fieldsOf(one, place))
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const field: ApiField = {
        name: place + name,
        ...typeOf(property),
        optional: !schema.required?.includes(name),
        ...noteOf(property),
      }
      if (field.object) return [field]
      const inner = fieldsOf(property, `${place}${name}${property.items ? '[]' : ''}.`)
      // The fields of an object that is always there say enough of it.
      return field.type === 'object' && !field.optional && inner.length > 0 ? inner : [field, ...inner]
    })
  }

  return { typeOf, fieldsOf }
}

/** What may be null is one or the other, and the name of an object comes last. */
function join(types: ApiType[]): ApiType {
  const object = types.find((type) => type.object)?.object
  const words = [...new Set(types.flatMap(({ type, object }) => (object ? [] : type)))].join(' or ')
  return object ? { type: `${words} or`, object } : { type: words }
}

const plural = (type: string) =>
  /^(object|text|number|whole number|date|id|file)$/.test(type) ? `${type}s` : type

const lengthOf = ({ maxLength }: JsonSchema) =>
  maxLength ? `, up to ${formatCount(maxLength)} characters` : ''

function rangeOf({ minimum, maximum }: JsonSchema) {
  if (minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER || maximum === undefined) return ''
  return `, ${formatCount(minimum)} to ${formatCount(maximum)}`
}

function noteOf({ description, default: value }: JsonSchema) {
  const isSaid = value === undefined || value === '' || typeof value === 'object'
  const notes = [description, isSaid ? undefined : `default: ${value}`].filter(Boolean)
  return notes.length ? { note: notes.join('; ') } : {}
}
