import * as betterAuth from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

const PASSWORD = 'Ünïcode påssword \u00bd'

test('hashes of better-auth stay valid, and ours are valid for it', async () => {
  const theirs = await betterAuth.hashPassword(PASSWORD)
  expect(await verifyPassword({ hash: theirs, password: PASSWORD })).toBe(true)
  expect(await verifyPassword({ hash: theirs, password: 'another' })).toBe(false)
  const ours = await hashPassword(PASSWORD)
  expect(await betterAuth.verifyPassword({ hash: ours, password: PASSWORD })).toBe(true)
  expect(await betterAuth.verifyPassword({ hash: ours, password: 'another' })).toBe(false)
})

test('many at once each get the answer to their own password', async () => {
  const passwords = Array.from({ length: 20 }, (_, index) => `password ${index}`)
  const hashes = await Promise.all(passwords.map(hashPassword))
  const matches = await Promise.all(
    hashes.map((hash, index) => verifyPassword({ hash, password: passwords[index] as string })),
  )
  expect(matches).toEqual(passwords.map(() => true))
  const shifted = await Promise.all(
    hashes.map((hash, index) => verifyPassword({ hash, password: `password ${index + 1}` })),
  )
  expect(shifted).toEqual(passwords.map(() => false))
})

test('a hash that is none matches no password', async () => {
  for (const hash of ['', 'salt', 'salt:', ':key', 'salt:zz'])
    expect(await verifyPassword({ hash, password: PASSWORD }), hash).toBe(false)
})
