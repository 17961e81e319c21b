import type Stripe from 'stripe'
import { invalidParameter } from './api-error.ts'

export type FormValue = string | FormValue[] | Form
export interface Form {
  [name: string]: FormValue
}

/** Decodes Stripe's form encoding: `metadata[booking]=7&expand[0]=latest_charge`. */
export function decodeForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() as string
    let place = form
    for (const step of path) {
      const deeper = place[step]
      const next = isForm(deeper) ? deeper : emptyForm()
      place[step] = next
      place = next
    }
    place[last === '' ? Object.keys(place).length : last] = value
  }
  return withArrays(form) as Form
}

const emptyForm = (): Form => Object.create(null)

export const isForm = (value: FormValue | undefined): value is Form =>
  typeof value === 'object' && !Array.isArray(value)

function withArrays(form: Form): FormValue {
  const entries = Object.entries(form).map(
    ([name, value]) => [name, isForm(value) ? withArrays(value) : value] as const,
  )
  if (entries.length > 0 && entries.every(([name], index) => name === String(index)))
    return entries.map(([, value]) => value)
  return Object.assign(emptyForm(), Object.fromEntries(entries))
}

/** A list of parameter names, each of which exists in the SDK's type. */
export function parameterNames<Params>() {
  return <Name extends keyof Params & string>(...names: Name[]) => new Set<string>(names)
}

export function refuseUnknown(form: Form, known: Set<string>, inside = '') {
  for (const name of Object.keys(form)) {
    if (known.has(name)) continue
    const path = inside ? `${inside}[${name}]` : name
    throw invalidParameter(path, `Received unknown parameter: ${path}`, 'parameter_unknown')
  }
}

export function text(form: Form, name: string): string | undefined {
  const value = form[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidParameter(name, `Invalid string: ${JSON.stringify(value)}`)
  if (value.length > 5000)
    throw invalidParameter(name, `Invalid string: ${name} must be at most 5000 characters`)
  return value
}

export function requiredText(form: Form, name: string): string {
  const value = text(form, name)
  if (value === undefined)
    throw invalidParameter(name, `Missing required param: ${name}.`, 'parameter_missing')
  if (value === '')
    throw invalidParameter(name, `You passed an empty string for '${name}'.`, 'parameter_invalid_empty')
  return value
}

export function integer(form: Form, name: string): number | undefined {
  const value = text(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw invalidParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer')
  return Number(value)
}

const addressParameters = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const

/** The `address` in one part of a form; where nothing is said of it, it is empty. */
export function addressOf(form: Form, inside: string): Stripe.Address {
  const address = form.address ?? {}
  if (!isForm(address)) throw invalidParameter(`${inside}[address]`, 'Invalid object')
  refuseUnknown(address, new Set(addressParameters), `${inside}[address]`)
  const read = addressParameters.map((name) => [name, text(address, name) ?? null])
  return Object.fromEntries(read) as Stripe.Address
}

export function metadata(form: Form): Record<string, string> {
  const given = form.metadata ?? {}
  if (!isForm(given)) throw invalidParameter('metadata', 'Invalid object')
  for (const [key, value] of Object.entries(given)) {
    const param = `metadata[${key}]`
    if (typeof value !== 'string') throw invalidParameter(param, 'Metadata values must be strings')
    if (key.length > 40) throw invalidParameter(param, 'Metadata keys can have up to 40 characters.')
    if (value.length > 500) throw invalidParameter(param, 'Metadata values can have up to 500 characters.')
  }
  if (Object.keys(given).length > 50)
    throw invalidParameter('metadata', 'You can specify up to 50 metadata keys.')
  return { ...given } as Record<string, string>
}
