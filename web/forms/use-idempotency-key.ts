import { useState } from 'react'

/**
 * Sending the same form again takes effect once: its key changes only with its content. Of a form that can be closed and
 * opened again, whatever stays has the keys, because an answer that was lost says nothing about what was done.
 */
export function useIdempotencyKey() {
  const [keys] = useState(createKeys)
  return keys
}

/** Refused before anything was decided: an earlier attempt, whose answer was lost, may have succeeded. */
const UNDECIDED = [401, 408, 429]

export type IdempotencyKeys = ReturnType<typeof createKeys>

function createKeys() {
  let lastContent: string | null = null
  let key = ''

  function keyOf(body: object) {
    const content = JSON.stringify(body)
    if (content !== lastContent) key = randomKey()
    lastContent = content
    return key
  }

  /** Once the outcome is known, sending the same content again is a new request. */
  function forget() {
    lastContent = null
  }

  return {
    forget,
    async send<T>(body: object, call: (headers: Record<string, string>) => Promise<T>) {
      try {
        return await call({ 'idempotency-key': keyOf(body) })
      } catch (problem) {
        const { status = 0 } = problem as { status?: number }
        if (status >= 400 && status < 500 && !UNDECIDED.includes(status)) forget()
        throw problem
      }
    },
  }
}

/** Not `randomUUID`: under plain http a browser has that for localhost only. */
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
