import { isDatabaseUnreachable, sqlState } from '../../platform/database/connect.ts'
import { reasonOf, StartupError } from '../../platform/startup/startup-error.ts'

const OTHER_USER = ' If the shop runs as a user of its own, run this as that user, with sudo -u.'

/** What to tell the owner when the shop or a command cannot start, or null for an unexpected error. */
export function startupErrorMessage(error: unknown): string | null {
  if (error instanceof StartupError) return error.message
  if (!(error instanceof Error)) return null
  const { path, code = '' } = error as NodeJS.ErrnoException
  if (path !== undefined && (error as NodeJS.ErrnoException).syscall !== 'connect')
    return `${path} cannot be used: ${reasonOf(error)}.${code === 'EACCES' ? OTHER_USER : ''}`
  if (sqlState(error) === '42P01')
    return 'There is no shop in this database yet: start it once with npm start.'
  const refusal = explainRefusal(error)
  if (refusal) return refusal
  return isDatabaseUnreachable(error) || code === 'ENETUNREACH' || code === 'EHOSTUNREACH'
    ? 'The database cannot be reached: is it running, and is DATABASE_URL right?'
    : null
}

type Refusal = { is: RegExp; opening?: string; advice: string }

/** By the error's code and message, the first that matches. */
const REFUSALS: Refusal[] = [
  {
    is: /^28.*no pg_hba.conf entry.*no encryption$/,
    advice: 'it may want TLS: add ?sslmode=verify-full to DATABASE_URL',
  },
  { is: /^28.*no pg_hba.conf entry/, advice: 'let its pg_hba.conf admit this user from this machine' },
  { is: /^28|SASL.*password must be/, advice: 'correct the user or the password in DATABASE_URL' },
  { is: /^3D000/, advice: 'create that database, owned by the user of DATABASE_URL' },
  { is: /^42501/, advice: 'make the user of DATABASE_URL the owner of its database' },
  { is: /not support SSL/, advice: 'turn TLS on there, or leave sslmode out of DATABASE_URL' },
  {
    is: /^ERR_TLS_CERT_ALTNAME/,
    opening: 'The certificate of the database server is not trusted',
    advice: 'use the host name in DATABASE_URL that it was issued for',
  },
  {
    is: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    opening: 'The certificate of the database server is not trusted',
    advice: 'renew it there',
  },
  {
    is: /^\w*(CERT|LEAF_SIGNATURE)/,
    opening: 'The certificate of the database server is not trusted',
    advice:
      'name its certificate authority with ?sslmode=verify-full&sslrootcert=/path/to/ca.pem in DATABASE_URL',
  },
  { is: /^ERR_(TLS|SSL)/, advice: 'check its TLS settings' },
  {
    is: /^53300/,
    opening: 'The database server has no connections left',
    advice: 'allow more of them there, or lower DATABASE_POOL',
  },
  {
    is: /^53100/,
    opening: 'The disk of the database server is full',
    advice: 'make room there',
  },
  {
    is: /^25006/,
    opening: 'The database server is read-only',
    advice: 'point DATABASE_URL at the primary, not at a standby',
  },
]

function explainRefusal(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const refusal = REFUSALS.find(({ is }) => is.test(`${code} ${message}`))
    if (!refusal) continue
    const { opening = 'The database server refuses the shop', advice } = refusal
    return `${opening} (${message.replace(/\.$/, '')}): ${advice}.`
  }
  return null
}
