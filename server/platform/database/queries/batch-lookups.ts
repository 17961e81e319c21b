import { forSeveral } from '../../log/request-context.ts'

/**
 * Batches concurrent lookups into one. A batch starts after its last lookup was requested, so that nobody gets an older
 * state.
 */
export function batchLookups<Found>(lookUp: (keys: string[]) => Promise<Map<string, Found>>) {
  let waiting: { keys: Set<string>; found: Promise<Map<string, Found>> } | null = null

  function begin() {
    const keys = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<void>()
    setImmediate(resolve)
    const found = promise.then(() => {
      waiting = null
      return forSeveral(() => lookUp([...keys]))
    })
    return { keys, found }
  }

  return function find(key: string): Promise<Found | null> {
    waiting ??= begin()
    const { keys, found } = waiting
    keys.add(key)
    return found.then((all) => all.get(key) ?? null)
  }
}
