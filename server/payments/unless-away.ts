import { refuse } from '../http/refusal.ts'
import { isProviderAway } from './provider.ts'

/** What the provider answers, or the refusal that says in words that it does not. */
export async function unlessAway<T>(asked: Promise<T>, sentence: string): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (isProviderAway(error)) throw refuse.away(sentence)
    throw error
  }
}
