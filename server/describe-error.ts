const MAX_TEXT_LENGTH = 500
const MAX_FRAMES = 20
const MAX_CAUSES = 5

/**
 * An error as it may be logged. Libraries write what people sent into messages, and hang statements' parameters, tokens
 * and whole answers on their errors: only what is listed here is kept.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = error as unknown as Record<string, unknown>
  const causes = [error.cause, fields.errors].flat().filter((cause) => cause instanceof Error)
  const described = {
    type: error.constructor.name,
    message: messageOf(error),
    ...Object.fromEntries(SAFE_FIELDS.map((name) => [name, plain(fields[name])])),
    statement: plain(fields.query),
    stack: framesOf(error),
    ...(causes.length > 0 &&
      depth < MAX_CAUSES && {
        causes: causes.slice(0, MAX_CAUSES).map((cause) => describeError(cause, depth + 1)),
      }),
  }
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

/** Of the driver, the card provider and Node; none holds anything that a person sent. */
const SAFE_FIELDS = ['code', 'statusCode', 'requestId', 'schema', 'table', 'column', 'constraint', 'routine']

function plain(value: unknown) {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? maskPrivate(value) : undefined
}

/** In a few words what is behind an error, for what is expected to happen often at once; words pass as they are. */
export function summarizeError(error: unknown): string {
  if (typeof error === 'string') return maskPrivate(error)
  let root = error
  for (let depth = 0; depth < MAX_CAUSES && root instanceof Error && root.cause; depth++) root = root.cause
  if (!(root instanceof Error)) return typeof root
  const words = [plain((root as Error & { code?: unknown }).code), messageOf(root) ?? root.constructor.name]
  return words.filter(Boolean).join(': ')
}

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
  return frames?.slice(0, MAX_FRAMES).join('\n')
}

/** What is left when addresses and secrets are taken out of a text: emails, tokens, keys, and the passwords of addresses. */
export function maskPrivate(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[^\s"'`<>(),;/]+/g, (word) => (/.(@|%40)./i.test(word) ? '[email]' : word))
    .replace(/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]')
    .replace(/\b(sk|rk|whsec)_\w+|_secret_\w+/g, '[key]')
    .replace(/\b[A-Za-z0-9]{32,}\b/g, '[token]')
}
