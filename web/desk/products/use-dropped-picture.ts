import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNoFileDrop } from '../../ui/controls/use-no-file-drop.ts'

/** Hands over a file that is dropped on the form, or pasted while it has the focus. Returns whether one is being dragged over the page. */
export function useDroppedPicture(inForm: RefObject<HTMLElement | null>, onFile: (file: File) => void) {
  const [dragging, setDragging] = useState(false)
  useNoFileDrop()
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const [file] = data?.files ?? []
    if (!file) return
    event.preventDefault()
    onFile(file)
  })

  useEffect(() => {
    const form = inForm.current?.closest('form')
    if (!form) return
    const listening = new AbortController()
    const { signal } = listening
    form.addEventListener(
      'paste',
      (event) => !isFormattedText(event.clipboardData) && take(event, event.clipboardData),
      { signal },
    )
    form.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    addEventListener(
      'dragover',
      (event) => event.dataTransfer?.types.includes('Files') && setDragging(true),
      { signal },
    )
    addEventListener('drop', () => setDragging(false), { signal })
    addEventListener('dragleave', (event) => !event.relatedTarget && setDragging(false), { signal })
    return () => listening.abort()
  }, [inForm])

  return dragging
}

/** Office programs add a picture of the text that was copied. */
const isFormattedText = (data: DataTransfer | null) =>
  ['text/plain', 'text/html'].every((type) => data?.types.includes(type))
