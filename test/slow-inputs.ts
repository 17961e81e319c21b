import type { Endpoint } from '#contract/endpoints.ts'
import { jsonSchema, sampleOf } from './bad-requests.ts'

const BODY_BYTES = 95_000
const QUERY_BYTES = 14_000
const PARAMETER_BYTES = 900
const SOMETHING = '00000000-0000-7000-8000-000000000000'

export type SlowInput = { what: string; target: string; headers?: Record<string, string>; body?: string }

type Slow = (bytes: number) => string
const written = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2
const filled = (start: string, unit: string, end = ''): Slow => {
  const rest = written(start + end)
  return (bytes) => start + unit.repeat(Math.floor((bytes - rest) / written(unit))) + end
}

/** What takes patterns, parsers and normalization long when they are not linear in time. */
const SLOW_TEXTS = [
  filled('a@', '.', '@'),
  filled('a@', 'a.', '@'),
  filled('', 'a', '@'),
  filled('', '@'),
  filled('a', ' ', 'a'),
  filled('', '\t', '\0'),
  filled('https://', 'ü'),
  filled('https://', 'a.', '['),
  filled('https://a/', '../'),
  filled('/', '../'),
  filled('', '1'),
  filled('-', '-1'),
  filled('0', '.'),
  filled('', '\\'),
  filled('', '%'),
  filled('', 'İ'),
  filled('', '👩‍👧'),
  filled(SOMETHING, '0'),
  filled('a:', '+'),
  filled('America/', 'a/'),
]

/** Requests to this call with one field each filled with the longest text of each kind that gets through to it. */
export function slowInputs(endpoint: Endpoint, ownEmail: string): SlowInput[] {
  const known = (field: string) =>
    ({ email: ownEmail, id: SOMETHING, orders: 100, sentOn: '2026-11-15', image: '/x.svg' })[field]
  const path = (change: (field: string) => string | undefined = () => undefined) =>
    `/api${endpoint.path.replace(/:(\w+)/g, (_, field) => change(field) ?? String(known(field)))}`
  const right = sampleOf(jsonSchema(endpoint.body), known)
  const body = endpoint.body && JSON.stringify(right)
  const fields = (part: 'params' | 'query') => Object.keys(endpoint[part]?.shape ?? {})
  const withBody = (text: string) => ({ target: path(), body: text })

  return SLOW_TEXTS.flatMap((slow, kind) => [
    ...fields('params').map((field) => ({
      what: `path ${field} ${kind}`,
      target: path((asked) => (asked === field ? inAddress(slow, PARAMETER_BYTES) : undefined)),
      ...(body && { body }),
    })),
    ...fields('query').map((field) => ({
      what: `query ${field} ${kind}`,
      target: `${path()}?${field}=${inAddress(slow, QUERY_BYTES)}`,
    })),
    ...placesIn(right).map((place) => ({
      what: `body ${place.join('.')} ${kind}`,
      ...withBody(JSON.stringify(replaced(right, place, slow(BODY_BYTES - (body?.length ?? 0))))),
    })),
  ])
}

/** Requests with one header each that the shop reads. */
export function slowHeaders(): SlowInput[] {
  const names = ['accept-encoding', 'authorization', 'content-type', 'cookie', 'if-none-match', 'origin']
  const starts: Record<string, string> = { authorization: 'Bearer ', 'content-type': 'application/' }
  return SLOW_TEXTS.flatMap((slow, kind) =>
    names.map((name) => {
      const text = slow(QUERY_BYTES).replace(/[^\x20-\x7e]/g, ' ')
      return {
        what: `header ${name} ${kind}`,
        target: '/api/user',
        headers: { [name]: (starts[name] ?? '') + text },
      }
    }),
  )
}

/** As it stands in an address, where what need not be escaped is not, so that as much as possible gets through. */
function inAddress(slow: Slow, mostBytes: number): string {
  const encoded = (bytes: number) =>
    encodeURIComponent(slow(bytes)).replace(/%40|%3A|%2B/g, (escaped) => decodeURIComponent(escaped))
  const whole = encoded(mostBytes)
  return whole.length <= mostBytes ? whole : encoded(mostBytes / 9)
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const deeper = placesIn(inner).map((place) => [name, ...place])
    return deeper.length > 0 ? deeper : [[name]]
  })
}

function replaced(value: unknown, [first, ...rest]: string[], text: string): unknown {
  if (first === undefined) return text
  const object = value as Record<string, unknown>
  return { ...object, [first]: replaced(object[first], rest, text) }
}
