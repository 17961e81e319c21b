import { type DependencyList, useCallback, useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; problem: Error }
  | { state: 'ready'; data: T; reloading: boolean }
export type Loading<T> = { loaded: Loaded<T>; retry: () => void }

/** Loads on mount, when the dependencies change, and on retry. The previous data stays until the new data has loaded. */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: DependencyList,
): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the load depends on
  useEffect(() => {
    const leaving = new AbortController()
    setLoaded((before) => (before.state === 'ready' ? { ...before, reloading: true } : { state: 'loading' }))
    load(leaving.signal).then(
      (data) => setLoaded({ state: 'ready', data, reloading: false }),
      (problem: Error) => {
        if (!leaving.signal.aborted) setLoaded({ state: 'failed', problem })
      },
    )
    return () => leaving.abort()
  }, [attempt, ...dependencies])

  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { loaded, retry }
}
