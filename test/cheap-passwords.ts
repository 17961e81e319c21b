import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { SCRYPT_COST } from '../identity/passwords/derive-key.ts'

// Hashing a password is slow on purpose; thousands of sign-ups in tests need not wait for it.
const CHEAP = { N: 2, r: 1, p: 1 }
Object.assign(SCRYPT_COST, CHEAP)

// Where better-auth hashes something by itself.
const { scrypt } = crypto
crypto.scrypt = ((password, salt, length, _cost, done) =>
  scrypt(password, salt, length, CHEAP, done)) as typeof scrypt
syncBuiltinESMExports()

// Commands and shops that a test starts must understand the same hashes.
process.env.NODE_OPTIONS = `--import=${import.meta.url}`
