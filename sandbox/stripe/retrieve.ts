import { noSuch } from './api-error.ts'
import type { Kinds } from './ledger.ts'
import { refuseUnknown } from './parameters.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

const onlyExpand = new Set(['expand'])

/** The call that answers one object by its id; `thing` and `param` are how Stripe names it when there is none. */
export function retrieve(kind: keyof Kinds, thing: string, param: string) {
  return ({ ledger }: Sandbox, { id, form }: ApiRequest) => {
    refuseUnknown(form, onlyExpand)
    const object = ledger.get(kind, id)
    if (!object) throw noSuch(thing, id, param)
    return object
  }
}
