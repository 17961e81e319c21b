import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import { limitPerMinute } from '../../platform/turns/throttle.ts'

const OF_CALLER = 120
/** A fifth of what the card provider accepts, from the whole shop, before it refuses everybody's payments. */
const IN_ALL = 1_200
/** What a network may ask in spite of that: some payments. */
const ALWAYS = 10

/** Calls that ask the card provider: beyond what all may ask in a minute, networks that have asked more than a little are refused. */
export function limitProviderCalls(enabled: boolean) {
  if (!enabled) return async () => {}
  const countOfCaller = limitPerMinute(enabled, OF_CALLER, 'about payments')
  const [inAll, ofNetwork] = [IN_ALL, ALWAYS].map(
    (points) => new RateLimiterMemory({ points, duration: 60 }),
  ) as [RateLimiterMemory, RateLimiterMemory]
  return async ({ id }: Caller, { wide }: ClientNetworks) => {
    await countOfCaller(id)
    const [all, own] = await Promise.all([inAll.penalty('all'), ofNetwork.penalty(wide)])
    if (all.consumedPoints > IN_ALL && own.consumedPoints > ALWAYS)
      throw refuse.tooMany(
        'Too many requests about payments came from your network. Try again in a minute.',
        own.msBeforeNext / 1000,
      )
  }
}
