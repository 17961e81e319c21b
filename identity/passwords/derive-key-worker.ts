import { scryptSync } from 'node:crypto'
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { KeyRequest } from './derive-key.ts'

const KEY_LENGTH = 64
/** Twice what a hash needs. */
const MAX_MEMORY = 64 * 1024 * 1024

// On Linux this is the thread's own: on a busy core requests come before passwords.
const PRIORITY = 2
if (process.platform === 'linux') os.setPriority(PRIORITY)

parentPort?.on('message', ({ password, salt, cost }: KeyRequest) => {
  const options = { ...cost, maxmem: MAX_MEMORY }
  parentPort?.postMessage(scryptSync(password.normalize('NFKC'), salt, KEY_LENGTH, options))
})
