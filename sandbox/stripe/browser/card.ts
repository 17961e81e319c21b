import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { advance, fieldNames, findFields, formatField, problemsOf, retreat, typedIn } from './card-fields.ts'
import { digitsOf } from './card-format.ts'
import { type FieldName, invalidity, isComplete, type Problem, submitProblem } from './card-problems.ts'
import { paintField, paintRow } from './card-style.ts'
import type { BillingDetails, Connect, FromCard, MethodResult, ToCard } from './frame-protocol.ts'

// The frame that takes the card's number: it tells the page how far the input is, and never what it is.
const fields = findFields()
const row = document.querySelector('#card') as HTMLElement
const icon = document.querySelector('#icon') as SVGElement
const problemText = document.querySelector('#problem') as HTMLElement
/** Fields that were left, or submitted, half filled in. */
const shownIncomplete = new Set<FieldName>()
let options: StripeCardElementOptions = {}
let port: MessagePort | null = null

const tell = (message: FromCard) => port?.postMessage(message)

addEventListener('message', (event: MessageEvent<Connect>) => {
  if (event.source !== parent || event.data?.sandboxCard !== 'connect' || port) return
  port = event.ports[0] ?? null
  if (!port) return
  port.onmessage = (message: MessageEvent<ToCard>) => obey(message.data)
  apply(event.data.options)
  new ResizeObserver(tellHeight).observe(row)
  tellHeight()
  tell({ tells: 'ready' })
})

function obey(order: ToCard) {
  if (order.do === 'update') apply(order.options)
  else
    submit(order.key, order.billingDetails).then((result) =>
      tell({ tells: 'paymentMethod', call: order.call, result }),
    )
}

function apply(changed: StripeCardElementOptions) {
  options = { ...options, ...changed }
  for (const name of fieldNames) fields[name].disabled = false
  paint()
}

function tellHeight() {
  tell({ tells: 'height', pixels: Math.ceil(row.getBoundingClientRect().height) })
}

/** The problems to show now: what is surely wrong, and what was left half done. */
function currentProblems() {
  const problems = problemsOf(fields, invalidity)
  for (const [name, problem] of problemsOf(fields, submitProblem))
    if (shownIncomplete.has(name)) problems.set(name, problem)
  return problems
}

function firstProblem(problems: Map<FieldName, Problem>) {
  const name = fieldNames.find((field) => problems.has(field))
  return name && problems.get(name)
}

function paint() {
  const problems = currentProblems()
  problemText.textContent = firstProblem(problems)?.message ?? ''
  for (const name of fieldNames) {
    const input = fields[name]
    const isInvalid = problems.has(name)
    paintField(input, options.style ?? {}, isInvalid)
    input.setAttribute('aria-invalid', String(isInvalid))
    if (isInvalid) input.setAttribute('aria-describedby', problemText.id)
    else input.removeAttribute('aria-describedby')
  }
  paintRow(row, icon, options.style ?? {}, problems.size > 0)
}

function changed() {
  paint()
  const typed = typedIn(fields)
  tell({
    tells: 'change',
    change: {
      elementType: 'card',
      empty: fieldNames.every((name) => typed[name] === ''),
      complete: problemsOf(fields, submitProblem).size === 0,
      error: firstProblem(currentProblems()) as
        | { type: 'validation_error'; code: string; message: string }
        | undefined,
      value: { postalCode: '' },
      brand: typed.cardnumber.startsWith('4') ? 'visa' : 'unknown',
    },
  })
}

async function submit(key: string, billingDetails: BillingDetails): Promise<MethodResult> {
  const problems = problemsOf(fields, submitProblem)
  const error = firstProblem(problems)
  if (!error) return createPaymentMethod(key, billingDetails)
  for (const name of problems.keys()) shownIncomplete.add(name)
  changed()
  return { error }
}

async function createPaymentMethod(key: string, billingDetails: BillingDetails): Promise<MethodResult> {
  const typed = typedIn(fields)
  const [month = '', year = ''] = typed['exp-date'].split(' / ')
  const form = new URLSearchParams({
    key,
    type: 'card',
    'card[number]': digitsOf(typed.cardnumber),
    'card[exp_month]': month,
    'card[exp_year]': year,
    'card[cvc]': typed.cvc,
  })
  for (const [name, value] of Object.entries(billingDetails ?? {}))
    if (value) form.append(`billing_details[${name}]`, String(value))
  try {
    const response = await fetch('v1/payment_methods', { method: 'POST', body: form })
    const body = await response.json()
    return body.error ? { error: body.error } : { paymentMethod: body }
  } catch {
    return {
      error: { type: 'api_connection_error', message: 'The payment provider cannot be reached. Try again.' },
    }
  }
}

for (const name of fieldNames) {
  const input = fields[name]
  input.addEventListener('input', (event) => {
    formatField(fields, name)
    shownIncomplete.delete(name)
    changed()
    const isRemoval = event instanceof InputEvent && event.inputType.startsWith('delete')
    if (!isRemoval) advance(fields, name)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') tell({ tells: 'submit' })
    if (event.key === 'Backspace' && retreat(fields, name)) event.preventDefault()
  })
  input.addEventListener('blur', () => {
    if (input.value === '' || isComplete(name, typedIn(fields))) return
    shownIncomplete.add(name)
    changed()
  })
}
document.addEventListener('focusin', ({ relatedTarget }) => {
  paint()
  if (!relatedTarget) tell({ tells: 'focus' })
})
document.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget) return
  paint()
  tell({ tells: 'blur' })
})
