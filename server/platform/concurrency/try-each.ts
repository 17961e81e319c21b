import type { Logger } from 'pino'

type Options = { log: Pick<Logger, 'error'>; stopsAt?: (error: unknown) => boolean }

/** Takes each step, whether another has failed or not. The first error is thrown, the others are logged. */
export async function tryEach(steps: (() => Promise<unknown>)[], { log, stopsAt = () => false }: Options) {
  const errors: unknown[] = []
  for (const step of steps) {
    await step().catch((error: unknown) => errors.push(error))
    if (errors.length > 0 && stopsAt(errors.at(-1))) break
  }
  const [first, ...others] = errors
  for (const err of others) log.error({ err }, 'another step failed as well')
  if (errors.length > 0) throw first
}
