import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Answer, Call, Endpoint } from '#contract/endpoints.ts'
import { type Batches, JSON_TYPE, toJsonStream } from './json-list.ts'
import { mount } from './serve.ts'

type List = Endpoint & { answer: z.ZodArray }
type Listed<E extends List> = { batches: Batches<Answer<E>[number]>; total?: number }

/** Mounts a list that not everybody may see. It is sent as it is read; of a page, a header tells how many there are in all. */
export function serveList<E extends List>(
  app: FastifyInstance,
  endpoint: E,
  list: (call: Call<E>) => Promise<Listed<E>>,
) {
  mount(app, endpoint, async ({ reply, ...call }) => {
    const { batches, total } = await list(call as unknown as Call<E>)
    if (total !== undefined) reply.header('x-total-count', total)
    return reply.type(JSON_TYPE).send(toJsonStream(batches))
  })
}
