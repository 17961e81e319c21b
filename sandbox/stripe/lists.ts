import { invalidParameter, noSuch } from './api-error.ts'
import { type Form, integer, isForm, text } from './parameters.ts'

export const listNames = ['created', 'ending_before', 'expand', 'limit', 'starting_after'] as const

/** One page of `items` (newest first) as Stripe pages: `starting_after` goes to older ones, `ending_before` to newer. */
export function list<Item extends { id: string }>(
  url: string,
  form: Form,
  items: Item[],
  show: (item: Item) => Item = (item) => item,
) {
  const limit = integer(form, 'limit') ?? 10
  if (limit < 1) throw invalidParameter('limit', 'This value must be greater than or equal to 1.')
  if (limit > 100) throw invalidParameter('limit', 'This value must be less than or equal to 100.')
  const after = position(items, form, 'starting_after')
  const before = position(items, form, 'ending_before')
  const candidates = items.slice(after === undefined ? 0 : after + 1, before)
  const page = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit)
  return { object: 'list', url, has_more: candidates.length > page.length, data: page.map(show) }
}

function position(items: { id: string }[], form: Form, name: 'starting_after' | 'ending_before') {
  const id = text(form, name)
  if (id === undefined) return undefined
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw noSuch('object', id, name, 400)
  return index
}

/** The filter `created`, given as a second or as a range of seconds. */
export function createdWithin(form: Form): (item: { created: number }) => boolean {
  const wanted = form.created
  if (wanted === undefined) return () => true
  if (!isForm(wanted)) {
    const second = integer(form, 'created')
    return ({ created }) => created === second
  }
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range(wanted)
  return ({ created }) => created > gt && created >= gte && created < lt && created <= lte
}

function range(form: Form) {
  return {
    gt: integer(form, 'gt'),
    gte: integer(form, 'gte'),
    lt: integer(form, 'lt'),
    lte: integer(form, 'lte'),
  }
}
