import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../shop-context.ts'
import { type CachedResponse, toCachedResponse } from '../cache/cached-response.ts'
import { JSON_TYPE } from '../http/json-stream.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { openApiDocument } from './openapi.ts'

/** Mounts the document of the calls mounted so far. Making it and its bytes takes tens of milliseconds. */
export function serveOpenApi(calls: FastifyInstance, { config }: Shop) {
  let cached: Promise<CachedResponse> | undefined
  calls.get('/openapi.json', async (request, reply) => {
    cached ??= toCachedResponse({
      body: Buffer.from(JSON.stringify(openApiDocument(config.shopName, calls.mounted))),
      compress: 'often',
      isApi: true,
      route: '/api/openapi.json',
      headers: {
        'content-type': JSON_TYPE,
        'cache-control': 'no-store',
        ...(config.allowedOrigins.length > 0 && { vary: 'Origin' }),
      },
    })
    return sendBytes(request, reply, await cached)
  })
}
