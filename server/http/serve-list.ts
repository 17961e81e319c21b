import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Answer, Call, Endpoint } from '#contract/endpoints.ts'
import type { Counted } from '#contract/format-count.ts'
import { ROWS_PER_PAGE } from '#contract/search-text.ts'
import { type Batches, JSON_TYPE, toJsonStream } from './json-list.ts'
import { serve } from './serve.ts'

type List = Endpoint & { answer: z.ZodArray; query: z.ZodObject }
type Asked<E extends List> = Call<E>['query'] & { q: string; page: number; limit: number }
type Reading<E extends List> = {
  all(): Batches<Answer<E>[number]>
  search(asked: Asked<E>): Promise<{ found: Answer<E> } & Counted>
}

/** Where it is not exact, there are more, of which so many can be paged through. */
export const totalHeaders = ({ total, exact }: Counted) => ({
  'x-total-count': String(total),
  'x-total-exact': String(exact),
})

/**
 * Mounts a list that not everybody may see. Without any parameter it is all of it, sent as it is read; otherwise a page, of
 * which headers tell how many there are.
 */
export function serveList<E extends List>(app: FastifyInstance, endpoint: E, { all, search }: Reading<E>) {
  serve(app, endpoint, async ({ query, reply }) => {
    reply.type(JSON_TYPE)
    const asked = query as Partial<Asked<E>>
    if (Object.keys(asked).length === 0) return reply.send(toJsonStream(all()))
    const { found, ...counted } = await search({ q: '', page: 1, limit: ROWS_PER_PAGE, ...asked } as Asked<E>)
    return reply.headers(totalHeaders(counted)).send(JSON.stringify(found))
  })
}
