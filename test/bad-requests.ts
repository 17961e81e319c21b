import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoints.ts'
import { HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile-values.ts'

/** One request as it goes over the wire. */
export type BadInput = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | null
  as: 'admin' | 'customer' | 'nobody'
}

/** A value that is right for a field of this name, so that what is wrong beside it is reached. */
export type RightValue = (field: string, endpoint: Endpoint) => unknown

const DEEP = 3_000
const OVERSIZE = 110 * 1024

const nastyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)
const nastyName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '_id',
  'id',
  'role',
  'paid',
  'price',
  'state',
  'email',
  'userId',
  'transictionId',
  '',
  '$where',
)

/** Wrong values as pieces of JSON, some of which are none. */
const wrongPiece = (right: string) =>
  fc.oneof(
    { weight: 5, arbitrary: nastyText.map((text) => JSON.stringify(text)) },
    { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', `[${right}]`, `{"0":${right}}`, '""'),
    },
    { weight: 1, arbitrary: fc.constant('['.repeat(DEEP) + ']'.repeat(DEEP)) },
    { weight: 1, arbitrary: fc.constant('{"a":'.repeat(DEEP) + right + '}'.repeat(DEEP)) },
  )

function piece(right: string) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<string | null>(right) },
    { weight: 3, arbitrary: wrongPiece(right) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

const objectText = (fields: [string, string | null][]) =>
  `{${fields
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`

/** Bodies of this schema in which something is missing, too much, or of another kind. */
function bodyText(endpoint: Endpoint, rightValue: RightValue): fc.Arbitrary<string> {
  const right = sampleOf(jsonSchema(endpoint.body), (field) => rightValue(field, endpoint))
  const rightText = JSON.stringify(right) ?? '{}'
  const fields =
    typeof right === 'object' && right !== null ? Object.entries(right as Record<string, unknown>) : []
  const records = fc
    .tuple(
      fc.tuple(
        ...fields.map(([name, value]) =>
          fieldPiece(value).map((text) => [name, text] as [string, string | null]),
        ),
      ),
      fc.array(fc.tuple(nastyName, wrongPiece('"admin"')), { maxLength: 2 }),
    )
    .map(([known, more]) => objectText([...known, ...more]))
  return fc.oneof(
    { weight: 12, arbitrary: records },
    { weight: 2, arbitrary: wrongPiece(rightText) },
    { weight: 1, arbitrary: fc.nat(rightText.length).map((at) => rightText.slice(0, at)) },
    { weight: 1, arbitrary: fc.constant(rightText.replace('{', `{"filler":"${'x'.repeat(OVERSIZE)}",`)) },
    { weight: 1, arbitrary: fc.constant(`\ufeff${rightText}`) },
    // The same field twice: whichever counts, it is one of the two.
    { weight: 1, arbitrary: fc.constant(`${rightText.slice(0, -1)},${rightText.slice(1)}`) },
  )
}

/** An object inside the body is spoilt field by field as well. */
function fieldPiece(value: unknown): fc.Arbitrary<string | null> {
  const text = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return piece(text)
  const inner = Object.entries(value).map(([name, content]) =>
    piece(JSON.stringify(content)).map((spoilt) => [name, spoilt] as [string, string | null]),
  )
  return fc.oneof(fc.tuple(...inner).map(objectText), piece(text))
}

const contentType = fc.oneof(
  { weight: 10, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/xml',
      ';',
      'application/jsonp',
    ),
  },
)

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
const brokenPart = fc.constantFrom(
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%2e%2e%2f',
  '..',
  '.',
  '%252e',
  '+',
  '*',
)

/** What stands for a parameter in a path: the right value, a wrong one, or something no decoder takes. */
const pathPart = (right: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(encoded(right)) },
    { weight: 1, arbitrary: fc.constant(encoded(right.toUpperCase())) },
    { weight: 3, arbitrary: nastyText.map(encoded) },
    { weight: 1, arbitrary: brokenPart },
  )

function pathOf(endpoint: Endpoint, rightValue: RightValue): fc.Arbitrary<string> {
  const parts = endpoint.path.split('/').map((part) => {
    const [, name, ending] = /^:(\w+)(.*)$/.exec(part) ?? []
    return name
      ? pathPart(String(rightValue(name, endpoint))).map((chosen) => chosen + ending)
      : fc.constant(part)
  })
  return fc.tuple(...parts).map((chosen) => `/api${chosen.join('/')}`)
}

function queryOf(endpoint: Endpoint, rightValue: RightValue): fc.Arbitrary<string> {
  const names = Object.keys(endpoint.query?.shape ?? {})
  const pair = (name: string) =>
    fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: fc.constant(encoded(name)) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(`${name}[]`, `${name}[a]`, name.toUpperCase(), '__proto__'),
          },
        ),
        pathPart(String(rightValue(name, endpoint) ?? 'x')),
      )
      .map(([written, value]) => `${written}=${value}`)
  const known = fc
    .tuple(...names.map((name) => fc.array(pair(name), { maxLength: 2 })))
    .map((pairs) => pairs.flat())
  const strange = fc.array(
    fc.tuple(nastyName, pathPart('1')).map((both) => both.join('=')),
    { maxLength: 2 },
  )
  return fc.tuple(known, strange).map((pairs) => {
    const all = pairs.flat()
    return all.length ? `?${all.join('&')}` : ''
  })
}

/** Requests to this endpoint that nobody meant to send; each asks anew for what would be right. */
export const badInputs = (endpoint: Endpoint, rightValue: RightValue): fc.Arbitrary<BadInput> =>
  fc.nat().chain(() => badInput(endpoint, rightValue))

function badInput(endpoint: Endpoint, rightValue: RightValue): fc.Arbitrary<BadInput> {
  const body =
    endpoint.method === 'GET'
      ? fc.constant(null)
      : fc.oneof(
          { weight: 12, arbitrary: bodyText(endpoint, rightValue).map((text) => Buffer.from(text)) },
          {
            weight: 1,
            arbitrary: fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x3a, 0x31, 0x7d])),
          },
          { weight: 1, arbitrary: fc.constant(null) },
        )
  return fc
    .record({
      path: pathOf(endpoint, rightValue),
      query: queryOf(endpoint, rightValue),
      body,
      type: contentType,
      key: fc.option(fc.constantFrom('one', ' ', 'k'.repeat(300), '"', 'a,b'), { freq: 8 }),
      as: fc.constantFrom(...Array<'admin'>(8).fill('admin'), 'customer' as const, 'nobody' as const),
    })
    .map(({ path, query, body, type, key, as }) => ({
      method: endpoint.method,
      target: path + query,
      headers: { ...(body && { 'content-type': type }), ...(key !== null && { 'idempotency-key': key }) },
      body,
      as,
    }))
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  minimum?: number
  default?: unknown
}

export const jsonSchema = (schema: z.ZodType | undefined) =>
  (schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}) as JsonSchema

/** A value of this schema, from what is known of its fields and otherwise from their kinds alone. */
export function sampleOf(schema: JsonSchema, known: (field: string) => unknown, field = ''): unknown {
  const given = field ? known(field) : undefined
  if (given !== undefined) return given
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner, known, name)]),
    )
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], known, field)
  if (schema.default !== undefined) return schema.default
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  return field ? 'Something' : {}
}
