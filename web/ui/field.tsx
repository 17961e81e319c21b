import { type ComponentProps, type ReactNode, useId } from 'react'

type Labelled = {
  label: string
  /** Said at the label; what is not optional is required. */
  optional?: boolean | undefined
  help?: string | undefined
  error?: string | undefined
}

export function TextField({ label, optional, help, error, ...control }: Labelled & ComponentProps<'input'>) {
  const { id, aria } = useFieldAria(help, error)
  return (
    <FieldFrame id={id} label={label} optional={optional} help={help} error={error}>
      <input type="text" {...control} {...aria} id={id} className="input w-full" />
    </FieldFrame>
  )
}

export function TextArea({
  label,
  optional,
  help,
  error,
  ...control
}: Labelled & ComponentProps<'textarea'>) {
  const { id, aria } = useFieldAria(help, error)
  return (
    <FieldFrame id={id} label={label} optional={optional} help={help} error={error}>
      <textarea {...control} {...aria} id={id} className="textarea w-full" />
    </FieldFrame>
  )
}

export function SelectField({
  label,
  optional,
  help,
  error,
  className = '',
  ...control
}: Labelled & ComponentProps<'select'>) {
  const { id, aria } = useFieldAria(help, error)
  return (
    <FieldFrame id={id} label={label} optional={optional} help={help} error={error}>
      <select {...control} {...aria} id={id} className={`input w-full ${className}`} />
    </FieldFrame>
  )
}

function useFieldAria(help: string | undefined, error: string | undefined) {
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return {
    id,
    aria: {
      ...(error && { 'aria-invalid': true }),
      ...(described && { 'aria-describedby': described }),
    },
  }
}

type FieldFrameProps = Labelled & { id: string; children: ReactNode }

function FieldFrame({ id, label, optional = false, help, error, children }: FieldFrameProps) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-error text-sm">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-quiet text-sm">
          {help}
        </p>
      )}
    </div>
  )
}
