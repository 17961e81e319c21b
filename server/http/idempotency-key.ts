import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

const MAX_KEY_LENGTH = 200

/** What a caller names a submit by, so that sending it again is not doing it again. */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (Array.isArray(key) || (key?.length ?? 0) > MAX_KEY_LENGTH)
    throw refuse.invalid('The idempotency key is too long')
  return key || null
}
