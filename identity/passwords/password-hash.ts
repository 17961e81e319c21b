import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

const SALT_BYTES = 16

/** In the format of better-auth: salt and key in hexadecimal, joined by a colon. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [salt = '', key = ''] = hash.split(':')
  const stored = Buffer.from(key, 'hex')
  const derived = await deriveKey(password, salt)
  return stored.length === derived.length && timingSafeEqual(stored, derived)
}
