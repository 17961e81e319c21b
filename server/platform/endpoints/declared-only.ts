import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoints.ts'
import { pickDeclared } from './pick-declared.ts'

export const UNDECLARED = 'an answer had a field that the contract does not declare; it was left out'

/** Keeps whatever the contract does not declare from leaving the server: a new column, for instance. */
export function declaredOnly(app: FastifyInstance, { method, path, response }: Endpoint) {
  const pick = pickDeclared(response)
  const logged = new Set<string>()
  const report = (field: string) => {
    if (logged.has(field)) return
    logged.add(field)
    app.log.warn({ call: `${method} ${path}`, field }, UNDECLARED)
  }
  return <Answer>(answer: Answer) => (pick ? (pick(answer, report) as Answer) : answer)
}
