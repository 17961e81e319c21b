import { type ComponentProps, useId } from 'react'

type Labelled = { label: string; error?: string | undefined }

export function TextField({ label, error, ...control }: Labelled & ComponentProps<'input'>) {
  const { id, marks } = useMarks(error)
  return (
    <FieldFrame id={id} label={label} error={error}>
      <input type="text" {...control} {...marks} id={id} className="input w-full" />
    </FieldFrame>
  )
}

export function TextArea({ label, error, ...control }: Labelled & ComponentProps<'textarea'>) {
  const { id, marks } = useMarks(error)
  return (
    <FieldFrame id={id} label={label} error={error}>
      <textarea {...control} {...marks} id={id} className="textarea w-full" />
    </FieldFrame>
  )
}

function useMarks(error: string | undefined) {
  const id = useId()
  return { id, marks: error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {} }
}

function FieldFrame({ id, label, error, children }: Labelled & { id: string; children: React.ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
