import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Shop } from '../../shop-context.ts'
import { ProviderError } from './provider-error.ts'

/** Checks once at startup whether the card provider accepts our key. An unreachable provider does not stop the shop. */
export async function checkProviderKey({ provider, log }: Pick<Shop, 'provider' | 'log'>) {
  try {
    await provider.checkKey()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'rejected')
      return log.warn({ reason: error.reason }, 'the key could not be checked with the card provider')
    const advice =
      error.httpStatus === 403 ? ' docs/going-live.md lists the permissions that a restricted key needs.' : ''
    throw new StartupError(`The card provider does not accept STRIPE_SECRET_KEY: ${error.reason}${advice}`)
  }
}
