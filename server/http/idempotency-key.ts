import type { FastifyRequest } from 'fastify'
import { idFrom, newId } from '../database/new-id.ts'
import type { Caller } from './authenticate.ts'
import { refuse } from './refuse.ts'

const MAX_KEY_LENGTH = 200

/** The Idempotency-Key header: a request repeated with the same key takes effect once. */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (Array.isArray(key) || (key?.length ?? 0) > MAX_KEY_LENGTH)
    throw refuse.invalid('The idempotency key is too long')
  return key || null
}

/** For what a call adds: the same request, repeated, finds that its id is taken. */
export function idOfAddition(request: FastifyRequest, caller: Caller, body: object): string {
  const key = idempotencyKey(request)
  return key ? idFrom(`${caller.id} ${request.url} ${key} ${JSON.stringify(body)}`) : newId()
}
