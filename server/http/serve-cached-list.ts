import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call, Endpoint, ResponseOf } from '#contract/endpoints.ts'
import type { CacheTag } from '#contract/page-data.ts'
import { toCachedResponse } from '../cache/cached-response.ts'
import type { Shop } from '../shop-context.ts'
import { securityHeaders } from '../site/security-headers.ts'
import { type Batches, JSON_TYPE, toJson, toJsonStream } from './json-stream.ts'
import { sendBytes } from './send-bytes.ts'
import { serve } from './serve-endpoint.ts'

const MAX_CACHED_LENGTH = 1024 * 1024

type PublicList = Endpoint & { access: 'anyone'; response: z.ZodArray }

type Listing<E extends PublicList> = {
  /** The query in its canonical form: equal requests share a response, and parameters nobody reads create none. */
  query?: URLSearchParams
  dependsOn: readonly CacheTag[]
  read(): Promise<{ batches: Batches<ResponseOf<E>[number]>; headers?: Record<string, string> }>
}

/**
 * Mounts a public list. It is cached as bytes until what it depends on changes; a list that is too large for that, or is
 * requested with a token, is read and streamed each time.
 */
export function serveCachedList<E extends PublicList>(
  app: FastifyInstance,
  { cache, config }: Shop,
  endpoint: E,
  describe: (call: Call<E>) => Listing<E>,
) {
  const common = {
    ...securityHeaders(config.publicOrigin),
    'content-type': JSON_TYPE,
    'cache-control': 'no-cache',
    ...(config.allowedOrigins.length > 0 && { vary: 'Origin' }),
  }
  const route = `${app.prefix}${endpoint.path}`
  serve(app, endpoint, async ({ reply, request, ...call }) => {
    const { query, dependsOn, read } = describe(call as unknown as Call<E>)
    const address = `${route}${query?.size ? `?${query}` : ''}`
    const entry = { address, tags: dependsOn, create: () => create(read), staleIfError: false }
    const cached = request.headers.authorization === undefined ? await cache.findOrCreate(entry) : null
    if (!cached) {
      const { batches, headers = {} } = await read()
      return reply.headers({ ...common, ...headers }).send(toJsonStream(batches))
    }
    return sendBytes(request, reply, cached)
  })

  async function create(read: Listing<E>['read']) {
    const { batches, headers } = await read()
    let body = ''
    for await (const piece of toJson(batches)) {
      body += piece
      if (body.length > MAX_CACHED_LENGTH) return null
    }
    return toCachedResponse({
      body: Buffer.from(body),
      compress: 'often',
      isApi: true,
      route,
      headers: { ...common, ...headers },
    })
  }
}
