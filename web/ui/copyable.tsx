import { useRef } from 'react'
import { CopyIcon } from './icons.tsx'
import { toast } from './toasts.tsx'
import './copyable.css'

/** An id or an address that may be long, on one line of a table, with a button that copies it. */
export function Copyable({ children: text }: { children: string }) {
  const shown = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied')
    } catch {
      // Not offered, or not allowed: selected, it is one key away.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }

  return (
    <span className="copyable">
      <button
        type="button"
        className="-ml-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-field hover:bg-base-300"
        onClick={copy}
      >
        <CopyIcon />
        <span className="sr-only">Copy {text}</span>
      </button>
      <span className="copyable-text">
        <span ref={shown}>{text}</span>
      </span>
    </span>
  )
}
