import { z } from 'zod'
import { refusal } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoints.ts'

/** The OpenAPI document of the mounted calls, made from the contract's own table. */
export function openApiDocument(shopName: string, endpoints: Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${shopName} API`, version: '1.0.0' },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function operation({ summary, access, params, query, body, answer }: Endpoint) {
  return {
    summary,
    description: `Who may call: ${access}`,
    security: access === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: json(body, 'input') },
    }),
    responses: {
      200: { description: 'Done', content: json(answer, 'output') },
      default: { description: 'Refused', content: json(refusal, 'output') },
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  const { properties = {}, required = [] } = schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function json(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { 'application/json': { schema: described } }
}
