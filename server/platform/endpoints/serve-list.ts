import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call, Endpoint, ResponseOf } from '#contract/endpoints.ts'
import type { TotalCount } from '#contract/formats/format-number.ts'
import { ROWS_PER_PAGE } from '#contract/formats/search-text.ts'
import { type Batches, JSON_TYPE, toJsonStream } from '../http/json-stream.ts'
import { declaredOnly } from './declared-only.ts'
import { serve } from './serve-endpoint.ts'

type List = Endpoint & { response: z.ZodArray; query: z.ZodObject }
type ListQuery<E extends List> = Call<E>['query'] & { q: string; page: number; limit: number }
type ListSource<E extends List> = {
  all(): Batches<ResponseOf<E>[number]>
  search(query: ListQuery<E>): Promise<{ found: ResponseOf<E> } & TotalCount>
}

/** If not exact, there are more rows than can be paged through. */
export const totalHeaders = ({ total, exact }: TotalCount) => ({
  'x-total-count': String(total),
  'x-total-exact': String(exact),
})

/**
 * Mounts a restricted list. Without parameters it is streamed whole; otherwise one page is sent, with the total in
 * headers.
 */
export function serveList<E extends List>(app: FastifyInstance, endpoint: E, { all, search }: ListSource<E>) {
  const declared = declaredOnly(app, endpoint)
  serve(app, endpoint, async ({ query, reply }) => {
    reply.type(JSON_TYPE)
    const given = query as Partial<ListQuery<E>>
    if (Object.keys(given).length === 0) return reply.send(toJsonStream(all(), declared))
    const { found, ...counted } = await search({
      q: '',
      page: 1,
      limit: ROWS_PER_PAGE,
      ...given,
    } as ListQuery<E>)
    return reply.headers(totalHeaders(counted)).send(JSON.stringify(declared(found)))
  })
}
