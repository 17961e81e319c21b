import { Refusal } from '#contract/calls/refusal.ts'
import type { IdentityRequest } from './request.ts'

const FOREIGN = new Refusal(
  403,
  'This request came from an address other than the shop’s own and was refused.',
  { code: 'INVALID_ORIGIN' },
)
const UNKNOWN = new Refusal(403, 'This request does not say which address it came from and was refused.', {
  code: 'MISSING_OR_NULL_ORIGIN',
})

/**
 * Refuses what a page of another site makes a browser send, before it counts as anybody's attempt. Programs other than browsers
 * send no origin.
 */
export async function refuseForeignOrigin({ plain, headers }: IdentityRequest, method: string) {
  if (method === 'GET') return
  const origin = headers.get('origin') ?? headers.get('referer')
  if (origin === 'null' && headers.get('sec-fetch-site') === 'same-origin') return
  if (origin === null || origin === 'null') {
    if (origin || headers.has('cookie') || headers.has('sec-fetch-site')) throw UNKNOWN
    return
  }
  const context = await plain.$context
  if (!context.isTrustedOrigin(origin)) throw FOREIGN
}
