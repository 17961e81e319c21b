import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from './refusal.ts'

export type Throttle = (request: FastifyRequest) => Promise<void>

/** At most so many requests a minute from one address. */
export function throttleByAddress(enabled: boolean, perMinute: number): Throttle {
  if (!enabled) return async () => {}
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (request) => {
    try {
      await limiter.consume(addressKey(request.ip))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw refuse.tooMany(
        'Too many requests from your address. Try again in a minute.',
        refused.msBeforeNext / 1000,
      )
    }
  }
}

/** What counts as one address: of IPv6 the /64, which one household owns. */
export function addressKey(address: string) {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}
