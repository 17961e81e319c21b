import type { FastifyInstance } from 'fastify'
import { rememberBriefly } from '../concurrency/remember-briefly.ts'
import { type Database, describeOutage, ping } from '../database/connect.ts'

/** How long the state of the database is remembered, good or bad: a crowd that asks for it must not keep it busy. */
const REMEMBERED_MS = 1_000

export const HEALTH_CHECKS = ['/healthz', '/readyz']

/** Whether the process is alive, and whether it can serve. */
export function serveHealth(app: FastifyInstance, db: Database) {
  const outage = rememberBriefly(() => ping(db).then(() => null, describeOutage), REMEMBERED_MS)
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const problem = await outage()
    return reply
      .code(problem ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: problem ?? 'ready' })
  })
}
