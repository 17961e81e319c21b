import { useState } from 'react'

/** Sending the same form again takes effect once: its key changes only with its content. */
export function useIdempotencyKey() {
  const [keys] = useState(createKeys)
  return keys
}

function createKeys() {
  let lastContent: string | null = null
  let key = ''
  return {
    keyOf(body: object) {
      const content = JSON.stringify(body)
      if (content !== lastContent) key = randomKey()
      lastContent = content
      return key
    },
    /** After a refusal, sending the same content again is a new request. */
    forget() {
      lastContent = null
    },
  }
}

/** Not `randomUUID`: under plain http a browser has that for localhost only. */
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
