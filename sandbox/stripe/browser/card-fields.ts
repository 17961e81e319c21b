import { CVC_LENGTH, digitsOf, formatExpiry, formatNumber } from './card-format.ts'
import {
  type FieldName,
  invalidity,
  isComplete,
  type Problem,
  type submitProblem,
  type Typed,
} from './card-problems.ts'

export type Fields = Record<FieldName, HTMLInputElement>

export const fieldNames: FieldName[] = ['cardnumber', 'exp-date', 'cvc']

export function findFields(): Fields {
  const field = (name: FieldName) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement
  return {
    cardnumber: field('cardnumber'),
    'exp-date': field('exp-date'),
    cvc: field('cvc'),
  }
}

export function typedIn(fields: Fields): Typed {
  return {
    cardnumber: fields.cardnumber.value,
    'exp-date': fields['exp-date'].value,
    cvc: fields.cvc.value,
  }
}

export function problemsOf(fields: Fields, rule: typeof invalidity | typeof submitProblem) {
  const typed = typedIn(fields)
  const now = new Date()
  const found = new Map<FieldName, Problem>()
  for (const name of fieldNames) {
    const problem = rule(name, typed, now)
    if (problem) found.set(name, problem)
  }
  return found
}

/** Formats what was typed; the caret stays behind the digit it was behind. */
export function formatField(fields: Fields, name: FieldName) {
  const input = fields[name]
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  const formatted = format(fields, name)
  if (formatted === input.value) return
  input.value = formatted
  const position = isAtEnd ? formatted.length : positionAfter(formatted, digitsBefore)
  if (document.activeElement === input) input.setSelectionRange(position, position)
}

function format(fields: Fields, name: FieldName) {
  const { value } = fields[name]
  if (name === 'cardnumber') return formatNumber(value)
  if (name === 'exp-date') return formatExpiry(value)
  return digitsOf(value).slice(0, CVC_LENGTH)
}

function positionAfter(text: string, digitCount: number) {
  let seen = 0
  for (const [index, character] of [...text].entries()) {
    if (seen === digitCount) return index
    if (/\d/.test(character)) seen += 1
  }
  return text.length
}

/** On to the next field once this one is complete and the caret is at its end. */
export function advance(fields: Fields, name: FieldName) {
  const input = fields[name]
  const isDone = isComplete(name, typedIn(fields)) && !problemsOf(fields, invalidity).has(name)
  if (!isDone || input.selectionStart !== input.value.length) return
  neighbour(fields, name, 1)?.focus()
}

/** Backspace in an empty field goes back to the end of the one before. */
export function retreat(fields: Fields, name: FieldName): boolean {
  const before = fields[name].value === '' ? neighbour(fields, name, -1) : undefined
  before?.focus()
  before?.setSelectionRange(before.value.length, before.value.length)
  return before !== undefined
}

function neighbour(fields: Fields, name: FieldName, step: 1 | -1) {
  const next = fieldNames[fieldNames.indexOf(name) + step]
  return next && fields[next]
}
