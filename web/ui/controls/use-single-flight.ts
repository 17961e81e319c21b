import { useRef, useState } from 'react'

/** Runs work and ignores further calls until it has finished, such as double clicks. */
export function useSingleFlight<Arguments extends unknown[]>(work: (...args: Arguments) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function run(...args: Arguments) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(...args)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy] as const
}
