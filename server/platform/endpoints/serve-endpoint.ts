import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FieldError } from '#contract/calls/responses.ts'
import type { Call, Endpoint, ResponseOf } from '#contract/endpoints.ts'
import type { KeyedRequest } from '../database/keyed-requests.ts'
import { refuse } from '../refusals/refuse.ts'
import type { Throttle } from '../turns/throttle.ts'
import type { Turns } from '../turns/turns.ts'
import type { Caller } from './authenticate.ts'
import { declaredOnly } from './declared-only.ts'
import { keyedRequest } from './idempotency-key.ts'

type CallerOf<E extends Endpoint> = E['access'] extends 'anyone' ? null : Caller

/** Gives the answer, or has sent it. */
type Given<E extends Endpoint> = ResponseOf<E> | FastifyReply

type Handler<E extends Endpoint> = (
  call: Call<E> & {
    caller: CallerOf<E>
    /** Of a call that takes an Idempotency-Key, if it came with one. */
    keyed: KeyedRequest | null
    request: FastifyRequest
    reply: FastifyReply
    /** Ends the call's turn before it is answered: what is left to do waits in a queue of its own. */
    endTurn(): void
  },
) => Promise<Given<E>> | Given<E>

/** A throttle counts a request before its body is read; turns are taken once it has arrived. */
type Guards = { throttle?: Throttle; turns?: Turns }

declare module 'fastify' {
  interface FastifyInstance {
    authenticate(request: FastifyRequest): Promise<Caller>
    mounted: Endpoint[]
  }
}

/** Mounts an endpoint: authorizes the caller (of an upload before its body is read), validates the input, then runs the handler. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E>,
  { throttle, turns }: Guards = {},
) {
  app.mounted.push(endpoint)
  const declared = declaredOnly(app, endpoint)
  const authorized = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: [
      ...(throttle ? [throttle] : []),
      ...(endpoint.upload
        ? [
            async (request: FastifyRequest, reply: FastifyReply) => {
              authorized.set(request, await authorize(app, endpoint, request))
              // Of a client that has left, neither body nor response would tell again that it is over.
              if (reply.raw.destroyed) throw refuse.invalid('The request ended before its body')
            },
          ]
        : []),
    ],
    async handler(request, reply) {
      const endTurn = turns ? await turns.enter(request.raw) : () => {}
      try {
        return await answer(request, reply, endTurn)
      } finally {
        endTurn()
      }
    },
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, endTurn: () => void) {
    const caller =
      endpoint.access === 'anyone'
        ? null
        : (authorized.get(request) ?? (await authorize(app, endpoint, request)))
    const call = {
      params: endpoint.params && parseParams(endpoint.params, request.params, endpoint.noun),
      query: endpoint.query && parseInput(endpoint.query, request.query),
      body: endpoint.body && parseInput(endpoint.body, request.body),
    } as Call<E>
    const keyed = endpoint.idempotent && caller ? keyedRequest(request, caller, call.body) : null
    const given = await handle({ ...call, caller: caller as CallerOf<E>, keyed, request, reply, endTurn })
    return given === reply ? given : declared(given)
  }
}

async function authorize(
  app: FastifyInstance,
  { access }: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await app.authenticate(request)
  const admin = caller.role === 'admin'
  if (access === 'admin' && !admin) throw refuse.forbidden('Only admins may do this')
  if (access === 'self' || (access === 'self-or-admin' && !admin)) {
    const email = requestedEmail(request)
    if (email === undefined) throw refuse.invalid('Enter your email', 'email')
    if (email !== caller.email) throw refuse.forbidden('This belongs to someone else')
  }
  return caller
}

function requestedEmail({ params, query }: FastifyRequest) {
  const { email } = { ...(query as { email?: unknown }), ...(params as { email?: unknown }) }
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined
}

/** A malformed id is answered like an unknown one: not found. */
function parseParams(schema: z.ZodType, value: unknown, noun: string) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuse.notFound(`No such ${noun}`)
  return parsed.data
}

function parseInput(schema: z.ZodType, value: unknown) {
  // For fields whose schema has no message of its own.
  const error = ({ path }: { path?: PropertyKey[] }) =>
    `The field ${String(path?.at(-1))} is missing or has the wrong type`
  const parsed = schema.safeParse(value, { error })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.at(-1)
  if (!issue || field === undefined) throw refuse.invalid('Send the fields of this call as a JSON object')
  const errors = firstErrors(parsed.error.issues)
  const isAll = errors.length === 1 && errors[0]?.field === field
  throw refuse.invalid(issue.message, String(field), isAll ? undefined : errors)
}

/** The first error of each field; what is wrong with an entry of a list is wrong with the list. */
function firstErrors(issues: z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const { path, message } of issues) {
    const entry = path.findIndex((key) => typeof key === 'number')
    const field = String(path.slice(0, entry < 0 ? undefined : entry).at(-1))
    if (!errors.has(field)) errors.set(field, { field, error: message })
  }
  return [...errors.values()]
}
