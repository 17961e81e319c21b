export type Chance = ReturnType<typeof createChance>

/** Choices that are the same whenever the seed is the same (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    below,
    happens: (probability: number) => next() < probability,
    pick: <T>(options: readonly T[]) => options[below(options.length)] as T,
    /** One of the names, as often as their weights say. */
    weigh<Name extends string>(weights: Record<Name, number>): Name {
      const entries = Object.entries(weights) as [Name, number][]
      let left = next() * entries.reduce((total, [, weight]) => total + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries[0]?.[0] as Name
    },
    /** An id as the shop makes them. */
    id: () => `0190${hex(4)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
