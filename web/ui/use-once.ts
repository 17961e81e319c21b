import { useRef, useState } from 'react'

/** Work that a second press does not start again while it runs. */
export function useOnce<Arguments extends unknown[]>(work: (...given: Arguments) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function run(...given: Arguments) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(...given)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy] as const
}
