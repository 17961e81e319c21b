import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from './api.ts'
import { toast } from './ui/toasts.tsx'
import { useSingleFlight } from './ui/use-single-flight.ts'

type Refused = { form: HTMLFormElement; problem: ApiError }

/** A form that the server validates: its error is shown in a toast and at its field, which gets the focus. */
export function useSubmit(send: (form: HTMLFormElement) => Promise<unknown>) {
  const [refused, setRefused] = useState<Refused | null>(null)

  const [run, busy] = useSingleFlight(async (form: HTMLFormElement) => {
    try {
      await send(form)
      setRefused(null)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused({ form, problem })
      toast.error(problem.message)
    }
  })

  useEffect(() => {
    if (refused) fieldOf(refused)?.focus()
  }, [refused])

  return {
    busy,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      void run(event.currentTarget)
    },
    errorAt: (name: string) => (refused?.problem.field === name ? refused.problem.message : undefined),
    /** The error, if it is not about a field of this form. */
    problem: refused && !fieldOf(refused) ? refused.problem.message : null,
  }
}

function fieldOf({ form, problem }: Refused): HTMLElement | null {
  const control = problem.field ? form.elements.namedItem(problem.field) : null
  return control instanceof HTMLElement ? control : null
}
