import { useRef } from 'react'
import { CopyIcon } from '../page/icons.tsx'
import { toast } from '../page/toasts.tsx'
import './copyable.css'

type CopyableProps = {
  children: string
  /** What is copied, if not the text as it is shown. */
  copies?: string
  /** Never cut: where there is no room it wraps. */
  whole?: boolean
}

/** An id or an address that may be long, on one line of a table, with a button that copies it. */
export function Copyable({ children: text, copies = text, whole = false }: CopyableProps) {
  const shown = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(copies)
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
        className="print:hidden grid size-6 shrink-0 cursor-pointer place-items-center rounded-field"
        aria-label={`Copy ${text}`}
        onClick={copy}
      >
        <CopyIcon />
      </button>
      <span className={whole ? undefined : 'copyable-text'}>
        <span ref={shown}>{text}</span>
      </span>
    </span>
  )
}
