import type { Topic } from '#contract/page-data.ts'

const TOPICS: readonly Topic[] = ['catalogue', 'ratings', 'stock']

/** Counts the changes of each topic, so that whatever was made of it before is known to be old. */
export type Changes = {
  count(topic: Topic): number
  record(topic: Topic): void
  /** Anything may have changed. */
  recordAll(): void
  /** Records the topic of this name, if there is one. */
  recordNamed(name: string): void
}

export function createChanges(): Changes {
  const counts = new Map<Topic, number>()
  const record = (topic: Topic) => void counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return {
    count: (topic) => counts.get(topic) ?? 0,
    record,
    recordAll: () => TOPICS.forEach(record),
    recordNamed: (name) => TOPICS.filter((topic) => topic === name).forEach(record),
  }
}
