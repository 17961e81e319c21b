import { type FormEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api.ts'
import { IdentityError } from '../session/identity.ts'
import { useSingleFlight } from '../ui/controls/use-single-flight.ts'
import { toast } from '../ui/page/toasts.tsx'
import { controlOf } from './form-values.ts'
import { keepTyped, markSaved } from './keep-typed.ts'

type Errors = Record<string, string | null>
type Options = {
  /** What is wrong with a field, or null: checked before anything is sent, and again while it is corrected. The server's own error goes with the first change. */
  rules?: Record<string, (typed: string) => string | null>
  /** Shows the server's error where it is not to be a toast; a form in a dialog shows it as its `problem`. */
  onRefused?: (sentence: string, error: ApiError | IdentityError) => void
  /** What the form is about: when the session ends, what was typed is kept under this name. */
  keepAs?: string
}

/** A form that is checked by its rules, then by the server: errors are shown at their fields, and the first gets the focus. */
export function useSubmit(
  send: (form: HTMLFormElement) => Promise<unknown>,
  { rules = {}, onRefused, keepAs }: Options = {},
) {
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState<{ form: HTMLFormElement; problem: string | null } | null>(null)

  const check = (form: HTMLFormElement): Errors =>
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule(controlOf(form, name).value)]))

  const [run, busy] = useSingleFlight(async (form: HTMLFormElement) => {
    try {
      await send(form)
      markSaved(form)
      setErrors({})
      setRefused(null)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof IdentityError)) throw error
      const { message } = error
      const named = error instanceof ApiError ? error.errors : []
      const here = named.filter(({ field }) => form.elements.namedItem(field) !== null)
      setErrors({ ...check(form), ...Object.fromEntries(here.map(({ field, error }) => [field, error])) })
      setRefused({ form, problem: here.length > 0 ? null : message })
      if (onRefused) onRefused(message, error)
      else if (!form.closest('dialog')) toast.error(message)
    }
  })

  const recheck = useEffectEvent(({ target }: Event) => {
    const { name, value } = target as HTMLInputElement
    if (name in errors) setErrors({ ...errors, [name]: rules[name]?.(value) ?? null })
  })

  // In an effect: what is read out with the focus is at the field by then.
  useEffect(() => {
    refused?.form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    refused?.form.addEventListener('input', recheck)
    return () => refused?.form.removeEventListener('input', recheck)
  }, [refused])

  const ref = useCallback(
    (form: HTMLFormElement | null) => (form && keepAs ? keepTyped(form, keepAs) : undefined),
    [keepAs],
  )

  return {
    busy,
    ref,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const form = event.currentTarget
      const found = check(form)
      if (Object.values(found).every((error) => error === null)) return void run(form)
      setErrors(found)
      setRefused({ form, problem: null })
    },
    errorAt: (name: string) => errors[name] ?? undefined,
    /** The error, if it is not about a field of this form. */
    problem: refused?.problem ?? null,
  }
}
