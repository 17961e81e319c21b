import { type DependencyList, useCallback, useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; problem: Error }
  | { state: 'ready'; data: T; reloading: boolean }
export type Loading<T> = { loaded: Loaded<T>; retry: () => void }

/** Loads when the page opens, when what it depends on changes, and when asked again. What was shown stays until the answer is there. */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: DependencyList,
): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [round, setRound] = useState(0)

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
  }, [round, ...dependencies])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  return { loaded, retry }
}
