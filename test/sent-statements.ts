import type pg from 'pg'
import { type Mock, vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }
type Sent = [config: string | { text: string; values?: unknown[] }, values?: unknown]

/** What the work sends to the database by the connections of this pool, also within transactions. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const spies = new Map<pg.PoolClient, Mock>()
  const listen = (client: pg.PoolClient) => {
    if (!spies.has(client)) spies.set(client, vi.spyOn(client, 'query') as Mock)
  }
  pool.on('acquire', listen)
  try {
    await work()
    return [...spies.values()].flatMap(({ mock }) => (mock.calls as Sent[]).map(toStatement))
  } finally {
    pool.off('acquire', listen)
    for (const spy of spies.values()) spy.mockRestore()
  }
}

function toStatement([config, values]: Sent): Statement {
  const { text, values: own } = typeof config === 'string' ? { text: config, values: undefined } : config
  return { text, values: Array.isArray(values) ? values : (own ?? []) }
}

/** The steps in which PostgreSQL would run it. */
export async function explain(client: pg.Pool | pg.PoolClient, { text, values }: Statement): Promise<string> {
  const { rows } = await client.query(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
