import { invalidParameter } from './api-error.ts'
import type { Kind, Ledger } from './ledger.ts'
import type { Form } from './parameters.ts'

const expandable: Record<string, Kind> = {
  charge: 'charge',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
}

/** The parameter `expand`, such as `latest_charge` or, in lists, `data.latest_charge`, as steps. */
export function expansionPaths(form: Form): string[][] {
  if (form.expand === undefined) return []
  if (!Array.isArray(form.expand)) throw invalidParameter('expand', 'Invalid array')
  return form.expand.map((path) => {
    const steps = String(path).split('.')
    const fields = steps[0] === 'data' ? steps.slice(1) : steps
    if (fields.length === 0 || fields.length > 4 || fields.some((field) => !expandable[field]))
      throw invalidParameter('expand', `This property cannot be expanded (${String(path)}).`)
    return steps
  })
}

export function expand(ledger: Ledger, body: unknown, paths: string[][]): unknown {
  return paths.reduce((expanded, path) => follow(ledger, expanded, path), body)
}

function follow(ledger: Ledger, value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map((item) => follow(ledger, item, [step, ...rest]))
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const field = (value as Record<string, unknown>)[step]
  const kind = expandable[step]
  const object = kind && typeof field === 'string' ? ledger.get(kind, field) : field
  return { ...value, [step]: follow(ledger, object, rest) }
}
