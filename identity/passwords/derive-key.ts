import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** As many as may hash at once (`password-turns.ts`). */
const THREADS = 2
const WORKER = new URL('./derive-key-worker.ts', import.meta.url)

/** What better-auth uses: the hashes of its accounts stay valid. */
export const SCRYPT_COST = { N: 16_384, r: 16, p: 1 }

export type KeyRequest = { password: string; salt: string; cost: typeof SCRYPT_COST }
type Thread = { worker: Worker; busy: number; last: Promise<unknown> }

const threads = new Set<Thread>()

/**
 * The slow part of hashing a password. Threads of a lower priority do it, so that on a busy machine a crowd that signs in delays
 * itself and not everybody's pages.
 */
export async function deriveKey(password: string, salt: string): Promise<Buffer> {
  const thread = leastBusyThread()
  const { worker, last } = thread
  thread.busy += 1
  worker.ref()
  const derived = last.then(() => derive(worker, { password, salt, cost: SCRYPT_COST }))
  thread.last = derived.catch(() => {})
  try {
    return await derived
  } finally {
    thread.busy -= 1
    // An idle thread does not keep the process from ending.
    if (thread.busy === 0) worker.unref()
  }
}

async function derive(worker: Worker, request: KeyRequest) {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error('The thread that hashes passwords has ended'))
  worker.once('exit', onExit)
  try {
    const answer = once(worker, 'message', { signal: ended.signal })
    worker.postMessage(request)
    const [key] = (await answer) as [Uint8Array]
    return Buffer.from(key)
  } finally {
    worker.off('exit', onExit)
  }
}

function leastBusyThread(): Thread {
  const [idlest] = [...threads].sort((one, other) => one.busy - other.busy)
  if (idlest && (idlest.busy === 0 || threads.size >= THREADS)) return idlest
  // Flags of the process are not for it.
  const worker = new Worker(WORKER, { execArgv: [] })
  const thread = { worker, busy: 0, last: Promise.resolve() }
  const forget = () => threads.delete(thread)
  // An error without a listener would end the process.
  worker.on('error', forget).on('exit', forget)
  threads.add(thread)
  return thread
}
