import { useEffect, useRef, useState } from 'react'
import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  pictureTypeProblem,
} from '#contract/catalogue/picture-limits.ts'
import { ApiError, api } from '../../api.ts'
import { fetchWithProgress } from '../../forms/fetch-with-progress.ts'

type Upload = { state: 'idle' } | { state: 'sending'; share: number } | { state: 'failed'; problem: string }

/** Uploads one picture at a time: another one takes the place of the first. */
export function usePictureUpload(onUploaded: (image: string) => void) {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function cancel() {
    running.current?.abort()
    running.current = null
    setUpload({ state: 'idle' })
  }

  async function start(file: File) {
    cancel()
    const problem = problemOf(file)
    if (problem) return setUpload({ state: 'failed', problem })
    const mine = new AbortController()
    running.current = mine
    const set = (next: Upload) => running.current === mine && setUpload(next)
    set({ state: 'sending', share: 0 })
    try {
      const { result } = await api.uploadPicture({
        file,
        fetch: fetchWithProgress((share) => set({ state: 'sending', share })),
        signal: mine.signal,
      })
      if (running.current !== mine) return
      setUpload({ state: 'idle' })
      onUploaded(result.image)
    } catch (error) {
      if (mine.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      set({ state: 'failed', problem: error.message })
    }
  }

  return { upload, start, cancel }
}

/** What can be said before anything is sent; some systems do not know the type of a file. */
function problemOf({ type, size }: File): string | null {
  if (size > MAX_PICTURE_BYTES) return PICTURE_TOO_LARGE
  return type === '' ? null : pictureTypeProblem(type)
}
