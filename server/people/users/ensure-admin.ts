import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEMO_ADMIN } from '../../config.ts'
import { writePrivateFile } from '../../platform/startup/secrets.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Shop } from '../../shop-context.ts'
import * as users from './store.ts'

const ADMIN_NAME = 'Shop admin'

export type IdentityAccounts = {
  findAccount(email: string): Promise<{ subject: string } | null>
  ensureAccount(person: { email: string; name: string; password: string }): Promise<{
    created: boolean
    subject: string
  }>
  passwordMatches(email: string, password: string): Promise<boolean>
}

/** `file` is where the generated password is stored. */
export type FirstAdmin = { email: string; password: string; file: string }

/**
 * Ensures that the configured admin exists, without changing an existing password; a demo shop without one gets the
 * default admin. Returns the account if it was just created with a generated password.
 */
export async function ensureAdmin(shop: Shop, accounts: IdentityAccounts): Promise<FirstAdmin | null> {
  const { live, admin } = shop.config
  const email = admin.email ?? (live ? null : DEMO_ADMIN)
  if (!email) return null
  return shop.db.transaction(async (tx) => {
    // An account that another instance has made and not yet appointed would be taken for a stranger's.
    await users.lockFirstAdmin(tx)
    const configured = admin.email !== null || admin.password !== null
    if (!configured && (await users.hasAdmin(tx))) return null
    const { subject, firstAdmin } = await ensureAdminAccount(shop, accounts, email)
    await users.upsertAdmin(tx, { subject, email, name: ADMIN_NAME })
    return firstAdmin
  })
}

async function ensureAdminAccount(shop: Shop, accounts: IdentityAccounts, email: string) {
  const { admin, dataDir } = shop.config
  const file = path.join(dataDir, 'first-admin.txt')
  const kept = readPasswords(file)
  const password = admin.password ?? kept.get(email) ?? randomBytes(9).toString('base64url')
  // Kept before the account exists: after a crash in between, the password shows that the account is the shop's own.
  if (!admin.password && !(await accounts.findAccount(email))) keepPasswords(file, kept.set(email, password))
  const { created, subject } = await accounts.ensureAccount({ email, name: ADMIN_NAME, password })
  if (!created) await assertOwnersAccount(shop, accounts, { subject, email, password })
  return { subject, firstAdmin: created && !admin.password ? { email, password, file } : null }
}

/** Anyone can sign up with any address, so an existing account counts only if it is an admin's or has our password. */
async function assertOwnersAccount(
  shop: Shop,
  accounts: IdentityAccounts,
  { subject, email, password }: { subject: string; email: string; password: string },
) {
  const user = await users.findBySubject(shop.db, subject)
  if (user?.role === 'admin' || (await accounts.passwordMatches(email, password))) return
  throw new StartupError(
    `Somebody has signed up with ${email}, the address of ADMIN_EMAIL. If it was you, run ` +
      `"npm run make-admin -- ${email}" and start again; if not, set ADMIN_EMAIL to another address.`,
  )
}

/** Generated passwords by email: two lines for each admin. */
function readPasswords(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const passwords = new Map<string, string>()
  for (let at = 0; at + 1 < lines.length; at += 2) passwords.set(String(lines[at]), String(lines[at + 1]))
  return passwords
}

function keepPasswords(file: string, passwords: Map<string, string>) {
  writePrivateFile(file, [...passwords].map(([email, password]) => `${email}\n${password}\n`).join(''))
}
