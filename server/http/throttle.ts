import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientNetwork } from './client-network.ts'
import { refuse } from './refuse.ts'

export type Throttle = (request: FastifyRequest) => Promise<void>

/** At most so many requests a minute from one address. */
export function throttleByAddress(enabled: boolean, perMinute: number): Throttle {
  if (!enabled) return async () => {}
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (request) => {
    try {
      await limiter.consume(clientNetwork(request.ip))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw refuse.tooMany(
        'Too many requests from your address. Try again in a minute.',
        refused.msBeforeNext / 1000,
      )
    }
  }
}
