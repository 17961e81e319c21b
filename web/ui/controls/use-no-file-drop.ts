import { useEffect } from 'react'

/** A file dropped beside the place that takes it would replace the page and end what is being sent. */
export function useNoFileDrop() {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      const takesFiles = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (!takesFiles && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
    return () => {
      removeEventListener('dragover', ignore)
      removeEventListener('drop', ignore)
    }
  }, [])
}
