import { type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '../page/toasts.tsx'
import { Modal } from './modal.tsx'

/** Closes a modal; with a sentence that tells what was done, the page loads its data again. */
export type Close = (done?: string) => void

type ModalButtonProps = {
  label: string
  icon?: ReactNode
  title: string
  className: string
  describedBy?: string
  /** Without being pressed. */
  opened?: boolean
  children: (close: Close) => ReactNode
}

/** A button that opens a modal. */
export function ModalButton({
  label,
  icon,
  title,
  className,
  describedBy,
  opened,
  children,
}: ModalButtonProps) {
  const [open, setOpen] = useState(opened ?? false)
  const button = useRef<HTMLButtonElement>(null)
  const { revalidate } = useRevalidator()
  function close(done?: string) {
    setOpen(false)
    if (done === undefined) return
    toast.success(done)
    void revalidate()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {icon}
        {label}
      </button>
      {open && (
        <Modal title={title} opener={button} onCancel={() => close()}>
          {children(close)}
        </Modal>
      )}
    </>
  )
}
