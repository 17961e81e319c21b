import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../database/connect.ts'
import type { KeyedRequest } from '../database/keyed-requests.ts'
import * as keyedRequests from '../database/keyed-requests.ts'
import { refuse } from '../refusals/refuse.ts'
import type { Caller } from './authenticate.ts'

const MAX_KEY_LENGTH = 200

/** Null without the header. A key belongs to its caller and to the path, and stands for one body. */
export function keyedRequest(
  { headers, method, url }: FastifyRequest,
  caller: Caller,
  body: unknown,
): KeyedRequest | null {
  const key = headers['idempotency-key']
  if (Array.isArray(key) || (key?.length ?? 0) > MAX_KEY_LENGTH)
    throw refuse.invalid('The idempotency key is too long')
  if (!key) return null
  // Ids are accepted in upper case, too.
  const path = url.split('?')[0]?.toLowerCase()
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64')
  return { userId: caller.id, call: `${method} ${path}`, key, bodyHash }
}

/**
 * To be called in the transaction that the request is about: null for a new one, otherwise what it made when it came first. The
 * same request at the same moment, also at another process, waits here until the first has committed.
 */
export async function claimKey(tx: Transaction, request: KeyedRequest | null, resultId: string) {
  if (!request || (await keyedRequests.add(tx, request, resultId))) return null
  return findEarlier(tx, request)
}

/** What the same request made when it came first, if it did. */
export async function findEarlier(db: Database | Transaction, request: KeyedRequest): Promise<string | null> {
  const earlier = await keyedRequests.find(db, request)
  if (!earlier) return null
  if ((earlier.bodyHash ?? request.bodyHash) !== request.bodyHash)
    throw refuse.conflict('This idempotency key was used with another body')
  return earlier.resultId
}
