import { useEffect, useState, useSyncExternalStore } from 'react'
import { CheckIcon, CloseIcon, WarningIcon } from './icons.tsx'

const SHOWN_MS = 7_000

type Toast = { id: number; kind: 'success' | 'error'; text: string }

const none: readonly Toast[] = []
let shown = none
let lastId = 0
const watchers = new Set<() => void>()

function show(next: readonly Toast[]) {
  shown = next
  for (const watcher of watchers) watcher()
}

function add(kind: Toast['kind'], text: string) {
  lastId += 1
  show([...shown, { id: lastId, kind, text }])
}

const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id))

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
}

/** Both regions stay in the page while empty: a screen reader announces only what changes in a region it knows. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    watch,
    () => shown,
    () => none,
  )
  const of = (kind: Toast['kind']) =>
    toasts.filter((toast) => toast.kind === kind).map((toast) => <ToastCard key={toast.id} toast={toast} />)
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 ml-auto grid max-w-112 gap-2">
      <div role="status" className="grid gap-2">
        {of('success')}
      </div>
      <div role="alert" className="grid gap-2">
        {of('error')}
      </div>
    </div>
  )
}

function ToastCard({ toast: { id, kind, text } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the clock
    <div
      className={`alert toast-card ${kind === 'success' ? 'toast-success' : 'toast-error'}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {kind === 'success' ? <CheckIcon /> : <WarningIcon />}
      <span>{text}</span>
      <button type="button" className="btn btn-ghost btn-square btn-sm" onClick={() => dismiss(id)}>
        <CloseIcon />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  )
}
