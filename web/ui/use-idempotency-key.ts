import { useState } from 'react'

/** The same form sent again is done once, however often: its key changes only with what it says. */
export function useIdempotencyKey() {
  const [keys] = useState(createKeys)
  return keys
}

function createKeys() {
  let said: string | null = null
  let key = ''
  return {
    keyOf(body: object) {
      const says = JSON.stringify(body)
      if (says !== said) key = randomKey()
      said = says
      return key
    },
    /** The server has said no: sending it again is something new. */
    forget() {
      said = null
    },
  }
}

/** Not `randomUUID`: under plain http a browser has that for localhost only. */
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
