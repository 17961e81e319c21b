import type { z } from 'zod'
import type { RefusalStatus } from '#contract/calls/endpoint.ts'
import { refusalStatuses } from '#contract/calls/refusal-statuses.ts'
import { refusal } from '#contract/calls/responses.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { identityCalls } from './openapi-identity.ts'
import { json, jsonSchema } from './openapi-schema.ts'

const NAMES = new Map<Endpoint, string>(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]))
const TAGS: Record<string, string> = {
  admin: 'users',
  user: 'users',
  users: 'users',
  pictures: 'pictures',
  product: 'products',
  products: 'products',
  'products.csv': 'imports',
  'bookings.csv': 'imports',
  imports: 'imports',
  categories: 'products',
  booking: 'bookings',
  bookings: 'bookings',
  'last-delivery': 'bookings',
  myitem: 'bookings',
  quotes: 'quotes',
  myQuotes: 'quotes',
  'create-payment-intent': 'payments',
  refunds: 'payments',
  ratings: 'ratings',
  myReview: 'ratings',
  profile: 'profiles',
  profileInfo: 'profiles',
  'my-data': 'accounts',
  account: 'accounts',
  overview: 'overview',
  'failed-jobs': 'jobs',
  'failed-mails': 'mail',
  feedback: 'feedback',
  subscriptions: 'feedback',
}
const SENTENCES: Record<RefusalStatus, string> = {
  400: 'The request is invalid: `error` says why, `field` names the field; several wrong fields are all in `errors`',
  401: 'Not signed in, or the token has expired',
  403: 'Not allowed for this caller',
  404: 'Not found',
  409: 'Conflicts with the current state',
  413: 'The body is larger than 100 KB',
  415: 'The body is not JSON',
  429: 'Too many requests; `Retry-After` says when to try again',
}
const UPLOAD_SENTENCES: Partial<Record<RefusalStatus, string>> = {
  400: 'The file cannot be used: `error` says why',
  413: 'The file is too large',
  415: 'The file type is not supported',
}

/** The OpenAPI document of the mounted calls, generated from the contract. */
export function openApiDocument(shopName: string, mounted: Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of mounted) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${shopName} API`, version: '1.0.0' },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Refusal: jsonSchema(refusal, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'shop.session_token',
          description: 'With https its name begins with __Secure-',
        },
      },
    },
    paths: { ...paths, ...identityCalls },
  }
}

function operation(endpoint: Endpoint) {
  const { path, summary, access, params, query, body, upload } = endpoint
  return {
    operationId: NAMES.get(endpoint),
    tags: [TAGS[path.split('/')[1] ?? '']],
    summary,
    description: `Access: ${access}`,
    security: access === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: json(body, 'input') },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.map((type) => [type, { schema: BINARY }])),
      },
    }),
    responses: {
      200: { description: 'Done', content: contentOf(endpoint) },
      ...Object.fromEntries(
        refusalStatuses(endpoint).map((status) => [
          status,
          refused((upload && UPLOAD_SENTENCES[status]) ?? SENTENCES[status]),
        ]),
      ),
      default: refused('Refused'),
    },
  }
}

const BINARY = { type: 'string', format: 'binary' }
const FILE_TYPES = { pdf: 'application/pdf', csv: 'text/csv' }

const contentOf = ({ file, response }: Endpoint) =>
  file ? { [FILE_TYPES[file]]: { schema: BINARY } } : json(response, 'output')

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeated with the same key and body within 30 days, the request takes effect once and gets the answer of the first; the same key with another body is refused with 409',
  schema: { type: 'string', maxLength: 200 },
}

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  const { properties = {}, required = [] } = schema ? jsonSchema(schema, 'input') : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}
