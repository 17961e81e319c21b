import { isDatabaseUnreachable, sqlState } from './database/connect.ts'
import { reasonOf, StartupError } from './startup-error.ts'

/** What to tell the owner when the shop or a command cannot start, or null for an unexpected error. */
export function startupErrorMessage(error: unknown): string | null {
  if (error instanceof StartupError) return error.message
  if (!(error instanceof Error)) return null
  const { path, code = '' } = error as NodeJS.ErrnoException
  if (path !== undefined && (error as NodeJS.ErrnoException).syscall !== 'connect')
    return `${path} cannot be used: ${reasonOf(error)}.`
  if (sqlState(error) === '42P01')
    return 'There is no shop in this database yet: start it once with npm start.'
  const refusal = refusalOf(error)
  if (refusal) return `The database server refuses DATABASE_URL: ${refusal}.`
  return isDatabaseUnreachable(error) || code === 'ENETUNREACH' || code === 'EHOSTUNREACH'
    ? 'The database cannot be reached: is it running, and is DATABASE_URL right?'
    : null
}

function refusalOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    // 28: authentication. 3D: no such database. 42501: insufficient privilege.
    if (/^(28...|3D000|42501)$|CERT|^ERR_TLS|^ERR_SSL/.test(code) || message.includes('not support SSL'))
      return message
    if (message.startsWith('SASL') && message.includes('password must be')) return 'it requires a password'
  }
  return null
}
