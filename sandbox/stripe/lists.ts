import { invalidParameter, noSuch } from './api-error.ts'
import { type Form, integer, isForm, refuseUnknown, text } from './parameters.ts'

export const listNames = ['created', 'limit', 'starting_after'] as const

/** One page of `items`, newest first, as Stripe pages: `starting_after` goes to older ones. */
export function list<Item extends { id: string; created: number }>(url: string, form: Form, all: Item[]) {
  const since = createdSince(form)
  const items = all.filter(({ created }) => created >= since)
  const limit = integer(form, 'limit') ?? 10
  if (limit < 1) throw invalidParameter('limit', 'This value must be greater than or equal to 1.')
  if (limit > 100) throw invalidParameter('limit', 'This value must be less than or equal to 100.')
  const after = text(form, 'starting_after')
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after', 400)
  return {
    object: 'list',
    url,
    has_more: items.length > start + limit,
    data: items.slice(start, start + limit),
  }
}

function createdSince({ created = {} }: Form): number {
  if (!isForm(created)) throw invalidParameter('created', 'Invalid object')
  refuseUnknown(created, new Set(['gte']), 'created')
  return integer(created, 'gte') ?? 0
}
