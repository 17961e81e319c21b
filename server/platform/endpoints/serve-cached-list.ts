import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from '#contract/calls/refusal.ts'
import type { Call, Endpoint, ResponseOf } from '#contract/endpoints.ts'
import type { CacheTag } from '#contract/site/page-data.ts'
import type { Shop } from '../../shop-context.ts'
import { type CachedResponse, toCachedResponse } from '../cache/cached-response.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { type Batches, JSON_TYPE, toJson, toJsonStream } from '../http/json-stream.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { declaredOnly } from './declared-only.ts'
import { serve } from './serve-endpoint.ts'

const MAX_CACHED_LENGTH = 8 * 1024 * 1024
/** Compressing more each second would cost more than sending it. */
const MAX_COMPRESSED_LENGTH = 1024 * 1024

type PublicList = Endpoint & { access: 'anyone'; response: z.ZodArray }

type Listing<E extends PublicList> = {
  /** The query in its canonical form: equal requests share a response, and parameters nobody reads create none. */
  query?: URLSearchParams
  dependsOn: readonly CacheTag[]
  read(): Promise<{ batches: Batches<ResponseOf<E>[number]>; headers?: Record<string, string> }>
}

/**
 * Mounts a public list. It is cached as bytes until what it depends on changes. For admins, who must see the current state, it
 * is read each time; a list that is too large is sent as it is read.
 */
export function serveCachedList<E extends PublicList>(
  app: FastifyInstance,
  { cache, turns, batchTurns, config }: Shop,
  endpoint: E,
  describe: (call: Call<E>) => Listing<E>,
) {
  const common = {
    ...securityHeaders(config.publicOrigin),
    'content-type': JSON_TYPE,
    'cache-control': 'no-cache',
    ...(config.allowedOrigins.length > 0 && { vary: 'Origin' }),
  }
  const declared = declaredOnly(app, endpoint)
  const route = `${app.prefix}${endpoint.path}`
  serve(app, endpoint, async ({ reply, request, ...call }) => {
    const { query, dependsOn, read } = describe(call as unknown as Call<E>)
    const address = `${route}${query?.size ? `?${query}` : ''}`
    const create = (previous: CachedResponse | null) => createResponse(read, previous)
    const entry = { address, tags: dependsOn, create, staleIfError: false }
    const response = (await isAdmin(app, request))
      ? await turns.run(request.raw, () => create(null))
      : await cache.findOrCreate(entry, request.raw)
    if (response) return sendBytes(request, reply, response)
    const { batches, headers = {} } = await read()
    const inTurns = batchTurns.runEach(request.raw, batches)
    return reply.headers({ ...common, ...headers }).send(toJsonStream(inTurns, declared))
  })

  async function createResponse(read: Listing<E>['read'], previous: CachedResponse | null) {
    const { batches, headers } = await read()
    let text = ''
    for await (const piece of toJson(batches, declared)) {
      text += piece
      if (text.length > MAX_CACHED_LENGTH) return null
    }
    const body = Buffer.from(text)
    if (!headers && previous?.identity.body.equals(body)) return previous
    return toCachedResponse({
      body,
      compress: body.length > MAX_COMPRESSED_LENGTH ? 'never' : 'often',
      isApi: true,
      route,
      headers: { ...common, ...headers },
    })
  }
}

/** On a public call a token that is not valid counts as none. */
async function isAdmin(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  if (bearerToken(request.headers.authorization) === null) return false
  try {
    return (await app.authenticate(request)).role === 'admin'
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
