import { type ComponentProps, type ElementType, useId } from 'react'

type FieldProps<Tag extends 'input' | 'textarea' | 'select'> = ComponentProps<Tag> & {
  label: string
  /** Said at the label; what is not optional is required. */
  optional?: boolean | undefined
  help?: string | undefined
  error?: string | undefined
  className?: string
}

export const TextField = createField('input', 'input', { type: 'text' })
export const TextArea = createField('textarea', 'textarea')
export const SelectField = createField('select', 'input')

/** A control below its label, what is wrong with it and what helps below it. */
function createField<Tag extends 'input' | 'textarea' | 'select'>(tag: Tag, look: string, defaults = {}) {
  const Control = tag as ElementType
  return function Field({ label, optional, help, error, className = '', ...control }: FieldProps<Tag>) {
    const id = useId()
    const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
    return (
      <div className="grid content-start gap-1">
        <label htmlFor={id} className="font-semibold">
          {label}
          {optional && <span className="font-normal text-quiet"> (optional)</span>}
        </label>
        <Control
          {...defaults}
          {...control}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={`${look} w-full ${className}`}
        />
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
}
