import { refusalStatuses } from '#contract/calls/refusal-statuses.ts'
import { refusal } from '#contract/calls/responses.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { pickDeclared } from '#server/platform/endpoints/pick-declared.ts'

const calls = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  address: new URLPattern({ pathname: `/api${endpoint.path}` }),
  pick: pickDeclared(endpoint.response),
}))
const pickFromRefusal = pickDeclared(refusal)

type Answer = { status: number; text: string; json: unknown }
type Sent = { method: string; url: string; hasBody: boolean }

/** Holds an answer against the contract, which is what the document at /docs is made from. */
export function checkAnswer({ method, url, hasBody }: Sent, { status, text, json }: Answer) {
  const call = calls.find(({ endpoint, address }) => endpoint.method === method && address.test(url))
  if (!call) return
  const { endpoint } = call
  const problem = (what: string) =>
    new Error(`${method} ${endpoint.path} answered ${status} ${what}: ${text}`)
  if (status === 200) {
    if (endpoint.file) return
    call.pick?.(json, (field) => {
      throw problem(`with the field ${field}, which the contract does not declare`)
    })
    const { error } = endpoint.response.safeParse(json)
    if (error) throw problem(`not as the contract declares it (${error.message})`)
    return
  }
  pickFromRefusal?.(json, (field) => {
    throw problem(`with the field ${field}, which no refusal has`)
  })
  const { error } = refusal.safeParse(json)
  if (error) throw problem('without the form of a refusal')
  // Faults and a busy shop may meet any call. A call that takes no body does not speak of its size and type.
  const declared: number[] = refusalStatuses(endpoint)
  const isUnforeseen = status >= 500 || (hasBody && !endpoint.body && [400, 413, 415].includes(status))
  if (!declared.includes(status) && !isUnforeseen) throw problem('which the contract does not declare')
}
