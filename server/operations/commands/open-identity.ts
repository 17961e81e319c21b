import type { Config } from '../../config.ts'
import { type Database, describeOutage, isDatabaseUnreachable } from '../../platform/database/connect.ts'
import { createLog } from '../../platform/log/log.ts'
import type { Secrets } from '../../platform/startup/secrets.ts'

/** The identity service as far as a command needs it; nobody signs in here. It takes a while to load, and few runs need it. */
export async function openIdentity({
  db,
  config,
  secrets,
}: {
  db: Database
  config: Config
  secrets: Secrets
}) {
  const { createIdentity } = await import('#identity/identity.ts')
  return createIdentity({
    pool: db.$client,
    // Whatever mode the shop is in, a command trusts only what counts in live mode.
    live: true,
    name: config.shopName,
    secret: config.identitySecret ?? secrets.identity,
    issuer: `${config.origin}/api/auth`,
    audience: '',
    publicOrigin: config.origin,
    allowedOrigins: [],
    google: null,
    throttle: false,
    log: createLog('warn'),
    isDatabaseUnreachable,
    describeOutage,
    mail: { write: async () => {}, onCeiling: async () => {} },
    mayResetByMail: async () => false,
    isAdmin: async () => true,
    onEmailVerified: async () => {},
  })
}
