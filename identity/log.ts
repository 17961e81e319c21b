export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/**
 * An error as it may stand in a log. Drizzle writes the values of a failed statement (tokens, hashes) into its
 * message, better-auth hangs states and codes on its errors: only names, codes and the first line are kept.
 */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const { code } = error as { code?: unknown }
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(error.name !== 'DrizzleQueryError' &&
      !error.message.startsWith('Failed query') && { reason: firstLine(error) }),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  }
}

function firstLine(error: Error) {
  return error.message.split('\n', 1)[0]
}
