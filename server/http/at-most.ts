import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

const MOST_AT_WORK = 1_000

/**
 * Calls beyond what can be worked on in a second are told at once to come back, instead of making everybody wait until
 * nobody is answered in time. Kept pages and lists never get here, and the provider's deliveries must not be lost.
 */
export function workOnAtMost(api: FastifyInstance, most = MOST_AT_WORK) {
  let atWork = 0
  api.addHook('onRequest', (request, reply, done) => {
    if (atWork >= most && request.url !== '/api/stripe/webhook') return done(refuse.away())
    atWork++
    // Also when the caller went away; a finished answer would not tell of that.
    reply.raw.once('close', () => atWork--)
    done()
  })
}
