import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until there is an answer; fails loudly instead of waiting for ever. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  withinMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(25)
  }
  throw new Error(`not within ${withinMs} ms: ${what}`)
}
