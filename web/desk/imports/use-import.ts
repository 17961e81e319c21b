import { useEffect, useState } from 'react'
import type { ProductImport } from '#contract/catalogue/imports.ts'
import { ApiError, api } from '../../api.ts'

const POLL_MS = 1_000

export const isAtWork = ({ state }: ProductImport) => state === 'checking' || state === 'applying'

/** The latest import, followed for as long as it is at work and this page is open. */
export function useImport(latest: ProductImport | null) {
  const [shown, setShown] = useState(latest)
  const [problem, setProblem] = useState<string | null>(null)
  const followed = shown && isAtWork(shown) ? shown._id : null

  useEffect(() => {
    if (!followed) return
    const left = new AbortController()
    let timer = setTimeout(poll, POLL_MS)
    async function poll() {
      try {
        setShown(await api.getImport({ params: { id: String(followed) }, signal: left.signal }))
        setProblem(null)
      } catch (error) {
        // It goes on without this page, which asks again.
        if (!left.signal.aborted) setProblem((error as Error).message)
      }
      if (!left.signal.aborted) timer = setTimeout(poll, POLL_MS)
    }
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [followed])

  /** What a call has made of it; when it was refused or not answered, as it stands on the server. */
  async function take(calling: Promise<ProductImport>) {
    try {
      setShown(await calling)
      setProblem(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      const now = await api.getLatestImport().catch(() => null)
      if (now && (error.status === 409 || now._id === shown?._id)) setShown(now)
      throw error
    }
  }

  return { shown, problem, take }
}
