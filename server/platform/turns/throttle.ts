import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientNetwork } from '#networks/client-network.ts'
import { refuse } from '../refusals/refuse.ts'

export type Throttle = (request: FastifyRequest) => Promise<void>

/** At most so many requests a minute from one address. */
export function throttleByAddress(enabled: boolean, perMinute: number): Throttle {
  const count = limitPerMinute(enabled, perMinute, 'from your address')
  return (request) => count(clientNetwork(request.ip))
}

/** At most so many a minute for one key; `whose` tells those who are refused what is counted. */
export function limitPerMinute(enabled: boolean, perMinute: number, whose: string) {
  if (!enabled) return async () => {}
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (key: string) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw refuse.tooMany(`Too many requests ${whose}. Try again in a minute.`, refused.msBeforeNext / 1000)
    }
  }
}
