import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { openApiDocument } from './openapi.ts'

const schema = z.looseObject({ $schema: z.never().optional() })
const content = z.strictObject({ 'application/json': z.strictObject({ schema }) })
const file = z.partialRecord(z.enum(['application/pdf', 'text/csv']), z.strictObject({ schema }))
const upload = z.record(z.string().regex(/^(image\/\*|text\/csv)$/), z.strictObject({ schema }))
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema,
  description: z.string().min(1).optional(),
})
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]\w+$/),
  tags: z.tuple([z.string()]),
  summary: z.string().min(5),
  description: z.string(),
  security: z.array(
    z.union([z.strictObject({ bearer: z.tuple([]) }), z.strictObject({ session: z.tuple([]) })]),
  ),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: z.union([content, upload]) }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: z.union([content, file]) }),
  ),
})
/** The part of OpenAPI 3.1 that this shop uses, and nothing else. */
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.literal('/api') })),
  components: z.strictObject({
    schemas: z.strictObject({ Refusal: schema }),
    securitySchemes: z.strictObject({
      session: z.strictObject({
        type: z.literal('apiKey'),
        in: z.literal('cookie'),
        name: z.string(),
        description: z.string(),
      }),
      bearer: z.strictObject({
        type: z.literal('http'),
        scheme: z.literal('bearer'),
        bearerFormat: z.literal('JWT'),
      }),
    }),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
})

const document = openApi.parse(
  JSON.parse(JSON.stringify(openApiDocument('The Shop', Object.values(endpoints)))),
)
const operationOf = (method: string, path: string) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get']

test.each(Object.entries(endpoints))('%s is described as it is served', (name, endpoint) => {
  const described = operationOf(endpoint.method, endpoint.path)
  expect(described?.operationId).toBe(name)
  expect(described?.summary).toBe(endpoint.summary)
  const type =
    'file' in endpoint ? { pdf: 'application/pdf', csv: 'text/csv' }[endpoint.file] : 'application/json'
  expect(Object.keys(described?.responses[200]?.content ?? {})).toEqual([type])
  expect(described?.security).toEqual(endpoint.access === 'anyone' ? [] : [{ bearer: [] }])
  expect(described?.description).toContain(endpoint.access)
  const inPath = described?.parameters.filter((one) => one.in === 'path').map((one) => one.name)
  expect(inPath).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const mayBeLeftOut = 'query' in endpoint && endpoint.query.safeParse({}).success
  for (const one of described?.parameters ?? [])
    expect(one.required).toBe(one.in === 'path' || (one.in === 'query' && !mayBeLeftOut))
  const refusals = Object.keys(described?.responses ?? {}).filter((status) => /^4\d\d$/.test(status))
  if (endpoint.access !== 'anyone') expect(refusals).toEqual(expect.arrayContaining(['401', '403']))
  if ('body' in endpoint || 'query' in endpoint || 'upload' in endpoint) expect(refusals).toContain('400')
  if ('upload' in endpoint) {
    expect(Object.keys(described?.requestBody?.content ?? {})).toEqual(endpoint.upload)
    expect(refusals).toEqual(expect.arrayContaining(['413', '415']))
  }
  expect(Object.keys(described?.responses ?? {})).toEqual(['200', ...refusals, 'default'])
})

test('every operation has a name of its own', () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('what a program needs in order to sign in is described as well', () => {
  const body = operationOf('POST', '/auth/sign-up/email')?.requestBody
  expect(body?.content['application/json']?.schema.properties).toMatchObject({
    email: { format: 'email', maxLength: 254 },
    password: { minLength: 6, maxLength: 128 },
    name: { minLength: 1, maxLength: 200 },
  })
  expect(operationOf('POST', '/auth/sign-in/email')?.security).toEqual([])
  for (const [method, path] of [
    ['GET', '/auth/token'],
    ['POST', '/auth/sign-out'],
  ] as const)
    expect(operationOf(method, path)?.security).toEqual([{ session: [] }])
})

test('a body that must be sent says so, and names its fields with their limits', () => {
  const body = operationOf('POST', '/products')?.requestBody
  expect(body?.required).toBe(true)
  expect(body?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['name', 'image', 'description', 'price', 'quantity'],
    properties: { name: { type: 'string', maxLength: 200 }, price: { maximum: 999_999.99 } },
  })
  expect(operationOf('PUT', '/user/:email')?.requestBody?.required).toBe(false)
})

test('a refusal looks the same everywhere', () => {
  for (const status of ['400', 'default'])
    expect(operationOf('GET', '/products')?.responses[status]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
    })
  expect(document.components.schemas.Refusal).toMatchObject({
    required: ['success', 'error'],
    properties: { success: { const: false }, error: { type: 'string' } },
  })
})
