import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { rawRequest } from '#test/raw-request.ts'
import { openShopForFile } from '#test/shop.ts'
import { type JsonSchema, validValue } from '#test/valid-values.ts'

// The same at every run.
const SEED = 20_261_116
const EACH = 40
// Each of these may hash a password.
const EACH_OF_IDENTITY = 8

type Operation = {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: { 'application/json'?: { schema: JsonSchema } } }
}
type Request = { path: object; query: object; header: object; body?: unknown }

// Each password that is tried costs a tenth of a second, on a busy machine a whole one.
vi.setConfig({ testTimeout: 90_000 })

const shop = await openShopForFile({ OPEN_ORDER_LIMIT: '100000' })
const admin = await shop.signUpAdmin()
const { paths } = (await shop.call('GET', '/api/openapi.json')).json as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)

// What a schema cannot say, and the document says in words.
const timeZones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York')
const inWords = (name: string) => (name === 'timeZone' ? timeZones : undefined)
const agreesWithItself = ({ query, body }: Request) => {
  const {
    min,
    max,
    from = '',
    to = '9999',
  } = query as Partial<Record<'min' | 'max', number> & Record<'from' | 'to', string>>
  const { specs = [] } = (body ?? {}) as { specs?: { name: string }[] }
  const names = new Set(specs.map(({ name }) => name.trim().toLowerCase()))
  return (min === undefined || max === undefined || min <= max) && from <= to && names.size === specs.length
}

function requestsFor({ parameters, requestBody }: Operation): fc.Arbitrary<Request> {
  const placed = (place: string) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    return fc.record(
      Object.fromEntries(
        here.map(({ name, schema }) => [
          name,
          // Often of one's own, because the others are for somebody else.
          name === 'email'
            ? fc.oneof(fc.constant(admin.email), validValue(schema))
            : (inWords(name) ?? validValue(schema)),
        ]),
      ),
      { requiredKeys: here.filter(({ required }) => required).map(({ name }) => name) },
    )
  }
  const schema = requestBody?.content['application/json']?.schema
  const body = schema && validValue(schema)
  return fc.record({
    path: placed('path'),
    query: placed('query'),
    // What a header may hold is for HTTP to say.
    header: placed('header').map((sent) =>
      Object.fromEntries(Object.entries(sent).filter(([, value]) => /^[\x21-\x7e]*$/.test(String(value)))),
    ),
    ...(body && { body }),
  })
}

// What has to be in a file, no schema says.
const takesFile = ({ requestBody }: Operation) => requestBody && !requestBody.content['application/json']

test.each(operations.filter((one) => !takesFile(one)).map(({ operationId }) => operationId))(
  '%s refuses no request that fits the document for what is in it',
  async (id) => {
    const operation = operations.find(({ operationId }) => operationId === id) as (typeof operations)[number]
    const check = fc.asyncProperty(requestsFor(operation).filter(agreesWithItself), async (request) => {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String((request.path as Record<string, unknown>)[name])),
      )
      const query = new URLSearchParams(
        Object.entries(request.query).map(([name, value]) => [name, String(value)]),
      )
      const { status, text } = await rawRequest(shop.origin, `/api${path}${query.size ? `?${query}` : ''}`, {
        method: operation.method,
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...request.header,
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
      // No schema can say which links were sent.
      if (text.includes('INVALID_TOKEN')) return
      expect([400, 405, 413, 414, 415, 431], text).not.toContain(status)
      expect(status, text).toBeLessThan(500)
    })
    const numRuns = operation.path.startsWith('/auth/') ? EACH_OF_IDENTITY : EACH
    await fc.assert(check, { seed: SEED, numRuns })
  },
)
