const LONGEST_TEXT = 500
const MOST_FRAMES = 20
const MOST_CAUSES = 5

/**
 * An error as it may be logged. Libraries write what people sent into messages, and hang statements' parameters, tokens
 * and whole answers on their errors: only what is listed here is kept.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, statusCode, requestId, table, column, constraint, routine, query, errors } =
    error as ErrorOfLibraries
  const described = {
    type: error.constructor.name,
    message: messageOf(error),
    code,
    statusCode,
    requestId,
    table,
    column,
    constraint,
    routine,
    statement: typeof query === 'string' ? maskPrivate(query) : undefined,
    stack: framesOf(error),
    cause:
      error.cause instanceof Error && depth < MOST_CAUSES ? describeError(error.cause, depth + 1) : undefined,
    errors:
      Array.isArray(errors) && depth < MOST_CAUSES
        ? errors.slice(0, MOST_CAUSES).map((one) => describeError(one, depth + 1))
        : undefined,
  }
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

/** In a few words what is behind an error, for what is expected to happen often at once. */
export function summarizeError(error: unknown): string {
  let root = error
  for (let depth = 0; depth < MOST_CAUSES && root instanceof Error && root.cause; depth++) root = root.cause
  if (!(root instanceof Error)) return typeof root
  const { code } = root as ErrorOfLibraries
  return [typeof code === 'string' && code, messageOf(root) ?? root.constructor.name]
    .filter(Boolean)
    .join(': ')
}

/** The driver's, Drizzle's, the card provider's and Node's own fields that hold nothing a person sent. */
type ErrorOfLibraries = Partial<
  Record<
    'code' | 'statusCode' | 'requestId' | 'table' | 'column' | 'constraint' | 'routine' | 'query',
    unknown
  >
> & { errors?: unknown }

function messageOf(error: Error): string | undefined {
  const { code, severity, params } = error as Error & { code?: string; severity?: string; params?: unknown }
  const repeatsValues =
    params !== undefined ||
    (severity !== undefined && !SPEAKS_OF_TABLES.test(code ?? '')) ||
    (error instanceof SyntaxError && error.message.includes('JSON'))
  return repeatsValues ? undefined : maskPrivate(error.message.split('\n', 1)[0] ?? '')
}

/** The classes of SQLSTATE whose messages name tables, columns and limits, and never a value. */
const SPEAKS_OF_TABLES = /^(08|0A|23|25|26|28|3D|40|42|53|54|55|57|58|XX)/

function framesOf({ stack }: Error): string | undefined {
  const frames = stack?.split('\n').filter((line) => /^ +at /.test(line))
  return frames?.slice(0, MOST_FRAMES).join('\n')
}

/** What is left when addresses and secrets are taken out of a text: e-mails, tokens, keys, and the passwords of addresses. */
export function maskPrivate(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/[^\s"'`<>(),;/]+/g, (word) => (/.(@|%40)./i.test(word) ? '[e-mail]' : word))
    .replace(/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]')
    .replace(/\b(sk|rk|whsec)_\w+|_secret_\w+/g, '[key]')
    .replace(/\b[A-Za-z0-9]{32,}\b/g, '[token]')
}
