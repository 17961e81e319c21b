import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { writePrivately } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import * as users from './store.ts'

const DEMO_ADMIN = 'admin@shop.example'

export type EnsurePerson = (person: {
  email: string
  name: string
  password: string
}) => Promise<{ created: boolean; subject: string }>

/**
 * The first admin. A configured one is ensured at every start, an existing password left alone; a demo shop without
 * one gets the default with a generated password, told once.
 */
export async function ensureAdmin(shop: Shop, ensurePerson: EnsurePerson, tell: (sentence: string) => void) {
  const { live, admin, dataDir } = shop.config
  const email = admin.email ?? (live ? null : DEMO_ADMIN)
  if (!email) return
  const configured = admin.email !== null || admin.password !== null
  if (!configured && (await users.hasAdmin(shop.db))) return
  const password = admin.password ?? randomBytes(9).toString('base64url')
  const { created, subject } = await ensurePerson({ email, name: 'Shop admin', password })
  await users.appoint(shop.db, { subject, email, name: 'Shop admin' })
  if (!created || admin.password) return
  const file = path.join(dataDir, 'first-admin.txt')
  writePrivately(file, `${email}\n${password}\n`)
  tell(`The first admin is ${email} with the password ${password} (also in ${file}).`)
}
