import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Answer, Call, Endpoint } from '#contract/endpoints.ts'
import type { Caller } from './authenticate.ts'
import { refuse } from './refusal.ts'
import type { Throttle } from './throttle.ts'

type CallerOf<E extends Endpoint> = E['access'] extends 'anyone' ? null : Caller

/** Gives the answer, or has sent it. */
type Given<E extends Endpoint> = Answer<E> | FastifyReply

type Handler<E extends Endpoint> = (
  call: Call<E> & { caller: CallerOf<E>; request: FastifyRequest; reply: FastifyReply },
) => Promise<Given<E>> | Given<E>

/** A throttle counts a request before anything of it is read. */
type Guards = { throttle?: Throttle }

declare module 'fastify' {
  interface FastifyInstance {
    authenticate(request: FastifyRequest): Promise<Caller>
    mounted: Endpoint[]
  }
}

/** Mounts one call of the contract: who may call, then what was sent, then the handler. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E>,
  { throttle }: Guards = {},
) {
  app.mounted.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(throttle && { onRequest: throttle }),
    handler: async (request, reply) => {
      const caller = endpoint.access === 'anyone' ? null : await admit(app, endpoint, request)
      const call = {
        params: endpoint.params && known(endpoint.params, request.params),
        query: endpoint.query && checked(endpoint.query, request.query),
        body: endpoint.body && checked(endpoint.body, request.body),
      } as Call<E>
      return handle({ ...call, caller: caller as CallerOf<E>, request, reply })
    },
  })
}

async function admit(app: FastifyInstance, { access }: Endpoint, request: FastifyRequest): Promise<Caller> {
  const caller = await app.authenticate(request)
  const admin = caller.role === 'admin'
  if (access === 'admin' && !admin) throw refuse.forbidden('Only admins may do this')
  if (access === 'self' || (access === 'self-or-admin' && !admin)) {
    const named = emailNamed(request)
    if (named === undefined) throw refuse.invalid('Give your email', 'email')
    if (named !== caller.email) throw refuse.forbidden('This belongs to somebody else')
  }
  return caller
}

function emailNamed({ params, query }: FastifyRequest) {
  const { email } = { ...(query as { email?: unknown }), ...(params as { email?: unknown }) }
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined
}

/** A malformed id names nothing, so it is as unknown as a wrong one. */
function known(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuse.notFound('No such record')
  return parsed.data
}

function checked(schema: z.ZodType, value: unknown) {
  // A sentence for fields that bring none of their own.
  const error = ({ path }: { path?: PropertyKey[] }) =>
    `The field ${String(path?.at(-1))} is missing or not of the right kind`
  const parsed = schema.safeParse(value, { error })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.at(-1)
  if (!issue || field === undefined) throw refuse.invalid('Send the fields of this call as a JSON object')
  throw refuse.invalid(issue.message, String(field))
}
