import type { Topic } from '#contract/reads.ts'

/** Counts the changes of each topic, so that whatever was made of it before is known to be old. */
export type Changes = {
  count(topic: Topic): number
  record(topic: Topic): void
}

export function createChanges(): Changes {
  const counts = new Map<Topic, number>()
  return {
    count: (topic) => counts.get(topic) ?? 0,
    record: (topic) => void counts.set(topic, (counts.get(topic) ?? 0) + 1),
  }
}
