import { Refusal } from '#contract/refusal.ts'
import { ProviderError } from './provider-error.ts'

/** What the provider answers, or the refusal that says in words that it does not, and what that means. */
export async function orUnavailable<T>(asked: Promise<T>, consequence: string): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal(error.status, `${error.message} ${consequence}`, { headers: error.headers })
  }
}
