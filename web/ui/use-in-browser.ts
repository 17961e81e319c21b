import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** What only the browser knows. Null while hydrating, which must find what the server rendered; the value follows at once. */
export const useInBrowser = <T>(read: () => T): T | null =>
  useSyncExternalStore<T | null>(neverChanges, read, () => null)
