const MAX_TEXT_LENGTH = 500
const MAX_FRAMES = 20
const MAX_CAUSES = 5

/**
 * An error as it may be logged. Libraries put user input into messages, and attach statement parameters, tokens and whole
 * responses to their errors: only what is listed here is kept.
 */
export function redactError(error: unknown, depth = 0): object {
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
        causes: causes.slice(0, MAX_CAUSES).map((cause) => redactError(cause, depth + 1)),
      }),
  }
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

/** Set by the driver, the card provider and Node; none contains user input. */
const SAFE_FIELDS = ['code', 'statusCode', 'requestId', 'schema', 'table', 'column', 'constraint', 'routine']

function plain(value: unknown) {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? maskPrivate(value) : undefined
}

/** The root cause in a few words, for errors that come in bursts; a string is returned as it is, masked. */
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
    (severity !== undefined && !NAMES_NO_VALUES.test(code ?? '')) ||
    (error instanceof SyntaxError && error.message.includes('JSON'))
  return repeatsValues ? undefined : maskPrivate(error.message.split('\n', 1)[0] ?? '')
}

/** The classes of SQLSTATE whose messages name tables, columns and limits, and never a value. */
const NAMES_NO_VALUES = /^(08|0A|23|25|26|28|3D|40|42|53|54|55|57|58|XX)/

function framesOf({ stack }: Error): string | undefined {
  const frames = stack?.split('\n').filter((line) => /^ +at /.test(line))
  return frames?.slice(0, MAX_FRAMES).join('\n')
}

/** What every email, token and key contains; most of what is logged has none of it. */
const MAYBE_PRIVATE = /[@%_]|eyJ|[A-Za-z0-9]{32}/

/** Masks emails, tokens, keys and passwords in URLs. */
export function maskPrivate(text: string): string {
  const short = text.slice(0, MAX_TEXT_LENGTH)
  if (!MAYBE_PRIVATE.test(short)) return short
  return short
    .replace(/[^\s"'`<>(),;/]+/g, (word) => (/.(@|%40)./i.test(word) ? '[email]' : word))
    .replace(/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]')
    .replace(/\b(sk|rk|whsec)_\w+|_secret_\w+/g, '[key]')
    .replace(/\b[A-Za-z0-9]{32,}\b/g, '[token]')
}
