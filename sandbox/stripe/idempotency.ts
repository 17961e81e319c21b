import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'
import { type Form, isForm } from './parameters.ts'
import type { Store, StoredResponse } from './store.ts'

const keepForMs = 24 * 60 * 60 * 1000

/** Remembers which keys are at work right now; their finished answers are in the store. */
export class IdempotencyKeys {
  #store: Store
  #inProgress = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** The kept answer of an equal earlier request, or null: then the key is taken until `release`. */
  claim(key: string, path: string, fingerprint: string): StoredResponse | null {
    const [, named = ''] = key.split(/:(.*)/s)
    if (named.length > 255)
      throw new ApiError(400, {
        type: 'invalid_request_error',
        message: 'Idempotency keys can be at most 255 characters long.',
      })
    if (this.#inProgress.has(key))
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${named}. Please try again later.`,
      })
    const kept = this.#store.get('answer', key)
    if (kept && Date.now() - kept.keptAt < keepForMs) {
      refuseOtherRequest(kept, named, path, fingerprint)
      return kept
    }
    this.#inProgress.add(key)
    return null
  }

  release(key: string) {
    this.#inProgress.delete(key)
  }
}

function refuseOtherRequest(kept: StoredResponse, key: string, path: string, fingerprint: string) {
  if (kept.path === path && kept.fingerprint === fingerprint) return
  const first =
    kept.path === path
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${kept.path}')`
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${first}. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Tells equal requests from different ones without holding, even as a hash, a card's number. */
export function fingerprintOf(form: Form) {
  return createHash('sha256')
    .update(canonical(withoutCardNumber(form)))
    .digest('hex')
}

function withoutCardNumber(form: Form): Form {
  if (!isForm(form.card)) return form
  const { number, cvc: _, ...rest } = form.card
  return { ...form, card: { ...rest, last4: String(number ?? '').slice(-4) } }
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}
