import { useEffect, useRef } from 'react'

/**
 * Tells the searches that a form has asked for from those that a link or the back button led to: only these are filled into the
 * form, so that nothing typed is ever overwritten. Returns what notes a request; false if it is the last one again.
 */
export function useRequestedSearch(shown: string, fill: () => void) {
  const requested = useRef(shown)
  const unanswered = useRef(new Set<string>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once per search
  useEffect(() => {
    const isOvertaken = shown !== requested.current && unanswered.current.has(shown)
    if (isOvertaken) return
    unanswered.current.clear()
    if (shown === requested.current) return
    requested.current = shown
    fill()
  }, [shown])

  return (search: string) => {
    if (search === requested.current) return false
    requested.current = search
    unanswered.current.add(search)
    return true
  }
}
