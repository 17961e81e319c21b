import { type RefObject, useEffect, useRef, useState } from 'react'

/** While something is still under way, a submit of the form is kept and repeated when that has succeeded. Returns whether one is kept. */
export function useSubmitAfter(inForm: RefObject<HTMLElement | null>, state: 'busy' | 'ready' | 'failed') {
  const kept = useRef<HTMLFormElement | null>(null)
  const [isKept, setIsKept] = useState(false)

  useEffect(() => {
    const form = inForm.current?.closest('form')
    if (state !== 'busy' || !form) return
    const keep = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      kept.current = form
      setIsKept(true)
    }
    form.addEventListener('submit', keep)
    return () => form.removeEventListener('submit', keep)
  }, [inForm, state])

  // After the listener above is gone.
  useEffect(() => {
    if (state === 'busy') return
    const form = kept.current
    kept.current = null
    setIsKept(false)
    if (state === 'ready') form?.requestSubmit()
  }, [state])

  return isKept
}
