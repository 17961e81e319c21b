import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { focusHeading } from './focus-heading.ts'
import { CheckIcon, CloseIcon, WarningIcon } from './icons.tsx'

const SHOWN_MS = 7_000

type Toast = { id: number; kind: 'success' | 'error'; text: string }

type Shown = { toasts: readonly Toast[]; regions: readonly string[] }

const none: Shown = { toasts: [], regions: [] }
let shown = none
let lastId = 0
const watchers = new Set<() => void>()

function show(next: Partial<Shown>) {
  shown = { ...shown, ...next }
  for (const watcher of watchers) watcher()
}

/** One that says the same takes the place of the last one, and is announced again. */
function add(kind: Toast['kind'], text: string) {
  lastId += 1
  const others = shown.toasts.filter((toast) => toast.kind !== kind || toast.text !== text)
  show({ toasts: [...others, { id: lastId, kind, text }] })
}

const dismiss = (id: number) => show({ toasts: shown.toasts.filter((toast) => toast.id !== id) })

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
}

/**
 * The frame has one of these and every modal one of its own, because what is outside of a modal lies under it and cannot be
 * pressed or heard; the last one shows the toasts. Both live regions stay in the page while empty: a screen reader announces
 * only what changes in a region it knows, and only the new toast, because they are not atomic.
 */
export function Toasts() {
  const id = useId()
  const { toasts, regions } = useSyncExternalStore(
    watch,
    () => shown,
    () => none,
  )
  useLayoutEffect(() => {
    show({ regions: [...shown.regions, id] })
    return () => show({ regions: shown.regions.filter((region) => region !== id) })
  }, [id])
  const of = (kind: Toast['kind']) =>
    regions.at(-1) === id &&
    toasts.filter((toast) => toast.kind === kind).map((toast) => <ToastCard key={toast.id} toast={toast} />)
  return (
    <div className="fixed inset-x-4 top-4 z-50 ml-auto grid max-w-112 gap-2 print:hidden">
      <div role="status" aria-atomic="false" className="grid gap-2">
        {of('success')}
      </div>
      <div role="alert" aria-atomic="false" className="grid gap-2">
        {of('error')}
      </div>
    </div>
  )
}

const LOOKS = {
  success: { frame: 'border-success', icon: 'text-success', Icon: CheckIcon },
  error: { frame: 'border-error', icon: 'text-error', Icon: WarningIcon },
}

function ToastCard({ toast: { id, kind, text } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<EventTarget>(null)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, id])

  // The focus goes back to where it came from, before the button that has it goes.
  useLayoutEffect(() => {
    const shown = card.current
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const before = focusedBefore.current
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusHeading()
    }
  }, [])

  const { frame, icon, Icon } = LOOKS[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the clock
    <div
      ref={card}
      className={`flex items-center gap-4 rounded-box border border-l-6 bg-base-100 px-4 py-3 transition starting:-translate-y-4 starting:opacity-0 ${frame}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={icon}>
        <Icon />
      </span>
      <span className="min-w-0 grow">{text}</span>
      <button type="button" className="btn btn-ghost btn-square btn-sm" onClick={() => dismiss(id)}>
        <CloseIcon />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  )
}
