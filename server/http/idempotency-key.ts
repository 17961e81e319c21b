import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

const MAX_KEY_LENGTH = 200

/** The Idempotency-Key header: a request repeated with the same key takes effect once. */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (Array.isArray(key) || (key?.length ?? 0) > MAX_KEY_LENGTH)
    throw refuse.invalid('The idempotency key is too long')
  return key || null
}
