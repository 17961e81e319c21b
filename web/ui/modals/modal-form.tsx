import type { FormEventHandler, ReactNode, RefCallback } from 'react'
import { ModalButtons } from './modal-buttons.tsx'

type ModalFormProps = {
  submit: {
    busy: boolean
    problem: string | null
    ref: RefCallback<HTMLFormElement>
    onSubmit: FormEventHandler<HTMLFormElement>
  }
  label: string
  danger?: boolean | undefined
  onCancel: () => void
  children: ReactNode
}

/** A form in a modal: what is asked, what went wrong, Cancel and submit. */
export function ModalForm({ submit, label, danger, onCancel, children }: ModalFormProps) {
  const { busy, problem, ref, onSubmit } = submit
  return (
    <form ref={ref} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <ModalButtons busy={busy} danger={danger} onCancel={onCancel}>
        {label}
      </ModalButtons>
    </form>
  )
}
