import { forSeveral } from '../log/request-context.ts'

/** One read for all who ask while it goes on, and for a while afterwards. */
export function rememberBriefly<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let remembered: { value: Promise<T>; readAt: number | null } | null = null
  return () => {
    const readAt = remembered?.readAt ?? null
    // The clock may have been set back.
    if (remembered && (readAt === null || Math.abs(Date.now() - readAt) < maxAgeMs)) return remembered.value
    const current: typeof remembered = { value: forSeveral(read), readAt: null }
    remembered = current
    current.value.then(
      () => {
        current.readAt = Date.now()
      },
      () => {
        if (remembered === current) remembered = null
      },
    )
    return current.value
  }
}
