import type { Shop } from '../shop.ts'
import { StartupError } from '../startup-error.ts'
import { ProviderError } from './provider-error.ts'

/** Asks the card provider once whether it accepts our key. Whether it can be reached today is no reason not to open. */
export async function checkKey({ provider, log }: Pick<Shop, 'provider' | 'log'>) {
  try {
    await provider.checkKey()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'rejected')
      return log.warn(
        { reason: error.reason },
        'the card provider could not be asked whether it accepts our key',
      )
    const advice =
      error.httpStatus === 403 ? ' docs/going-live.md lists the permissions that a restricted key needs.' : ''
    throw new StartupError(`The card provider does not accept STRIPE_SECRET_KEY: ${error.reason}${advice}`)
  }
}
