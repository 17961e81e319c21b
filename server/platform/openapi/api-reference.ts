import type { z } from 'zod'
import type { ApiCall, ApiReference } from '#contract/calls/api-reference-types.ts'
import type { Access } from '#contract/calls/api-routes.ts'
import { successMessage } from '#contract/calls/responses.ts'
import { category } from '#contract/catalogue/categories.ts'
import { productImport } from '#contract/catalogue/imports.ts'
import { managedProduct } from '#contract/catalogue/product-changes.ts'
import { product } from '#contract/catalogue/products.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { profileInfo } from '#contract/people/profiles.ts'
import { rating } from '#contract/people/ratings.ts'
import { listedUser, user } from '#contract/people/users.ts'
import { booking } from '#contract/sales/bookings.ts'
import { quote } from '#contract/sales/quotes.ts'
import { refund } from '#contract/sales/refunds.ts'
import { curlExample } from './api-examples.ts'
import { createFieldReader, type JsonSchema } from './api-reference-fields.ts'
import { openApiDocument } from './openapi.ts'
import { jsonSchema } from './openapi-schema.ts'

/** The groups of the document by their tags, in the order of a reader's interest. */
const GROUPS: Record<string, string> = {
  identity: 'Signing in',
  products: 'Products',
  bookings: 'Orders',
  payments: 'Payments',
  quotes: 'Quotes',
  ratings: 'Reviews',
  profiles: 'Profile',
  accounts: 'Account',
  feedback: 'Feedback',
  pictures: 'Pictures',
  imports: 'CSV files',
  users: 'Users',
  overview: 'Overview',
  mail: 'Failed emails',
  jobs: 'Failed jobs',
}

const ACCESS: Record<Access, string> = {
  anyone: 'Anyone',
  'signed-in': 'Anyone signed in',
  self: 'The person with this email',
  'self-or-admin': 'The person with this email, and admins',
  owner: 'The customer it belongs to',
  'owner-or-admin': 'The customer it belongs to, and admins',
  admin: 'Admins',
}

const OBJECTS: Record<string, z.ZodType> = {
  Product: product,
  ManagedProduct: managedProduct,
  Category: category,
  Booking: booking,
  Quote: quote,
  Rating: rating,
  User: user,
  ListedUser: listedUser,
  ProfileInfo: profileInfo,
  Refund: refund,
  Import: productImport,
  SuccessMessage: successMessage,
}

type Content = Record<string, { schema: JsonSchema }>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}

const JSON_TYPE = 'application/json'

/** The OpenAPI document, for people. */
export function describeApi(shopName: string, publicUrl: string): ApiReference {
  const { paths } = openApiDocument(shopName, Object.values(endpoints))
  const base = new URL('/api', publicUrl).href
  const objects = Object.fromEntries(
    Object.entries(OBJECTS).map(([name, schema]) => [name, jsonSchema(schema, 'output') as JsonSchema]),
  )
  const { typeOf, fieldsOf } = createFieldReader(objects)

  function describe(method: string, path: string, operation: Operation): ApiCall {
    const { operationId: id, summary, security, parameters, requestBody, responses } = operation
    const endpoint = (endpoints as Record<string, Endpoint>)[id]
    const answered = Object.entries(responses[200]?.content ?? {})[0]
    const answer = answered?.[1].schema ?? {}
    const type: ApiCall['answer']['type'] =
      answered?.[0] === JSON_TYPE ? typeOf(answer) : { type: `a file, ${answered?.[0]}` }
    return {
      id,
      method: method.toUpperCase(),
      path,
      summary,
      access: endpoint
        ? ACCESS[endpoint.access]
        : security.length
          ? 'Anyone with a session cookie'
          : 'Anyone',
      parameters: parameters.map(({ name, in: place, required, schema }) => ({
        name,
        ...typeOf(schema),
        optional: !required,
        note: [schema.description, `in the ${place}`].filter(Boolean).join(', '),
      })),
      body: bodyFields(requestBody?.content),
      answer: { type, fields: type.object ? [] : fieldsOf(answer) },
      refusals: Object.entries(responses)
        .filter(([status]) => /^4/.test(status))
        .map(([status, { description }]) => ({ status, meaning: description })),
      example: curlExample({
        id,
        method: method.toUpperCase(),
        url: base + path,
        query: parameters.flatMap((one) => (one.in === 'query' && one.required ? one.name : [])),
        credential: security.length === 0 ? 'none' : endpoint ? 'token' : 'session',
        upload: endpoint?.upload?.[0],
        download: Boolean(endpoint?.file),
      }),
    }
  }

  function bodyFields(content: Content = {}) {
    return Object.entries(content).flatMap(([type, { schema }]) =>
      type === JSON_TYPE ? fieldsOf(schema) : [{ name: 'the file itself', type, optional: false }],
    )
  }

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: describe(method, path, operation),
    })),
  )
  return {
    base,
    groups: Object.entries(GROUPS).map(([id, title]) => ({
      id,
      title,
      calls: operations.flatMap(({ tag, call }) => (tag === id ? call : [])),
    })),
    objects: Object.entries(objects).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
  }
}
