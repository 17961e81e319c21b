const MAX_A_SECOND = 20
const ALIKE_LENGTH = 40

/**
 * How many lines that begin alike are logged within a second; the rest are counted, and told of when it is over. What anyone can
 * cause without end then neither fills the disk nor hides what else is logged.
 */
export function createLineLimit(tellOmitted: (beginning: string, omitted: number) => void) {
  const counts = new Map<string, number>()

  function endSecond() {
    const ended = [...counts]
    counts.clear()
    for (const [beginning, count] of ended)
      if (count > MAX_A_SECOND) tellOmitted(beginning, count - MAX_A_SECOND)
  }

  return (sentence: string): boolean => {
    if (counts.size === 0) setTimeout(endSecond, 1_000).unref()
    const beginning = sentence.slice(0, ALIKE_LENGTH)
    const count = (counts.get(beginning) ?? 0) + 1
    counts.set(beginning, count)
    return count <= MAX_A_SECOND
  }
}
