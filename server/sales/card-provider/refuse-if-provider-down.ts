import { Refusal } from '#contract/calls/refusal.ts'
import { ProviderError } from './provider-error.ts'

/** The provider's response, or a refusal that says it is unavailable and what that means for the caller. */
export async function refuseIfProviderDown<T>(call: Promise<T>, consequence: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal(error.status, `${error.message} ${consequence}`, { headers: error.headers })
  }
}
