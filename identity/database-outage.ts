import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

type Queryable = { query(...sent: unknown[]): Promise<unknown> }

/**
 * Detects that the database failed during a request, whatever becomes of the error: better-auth sometimes turns it into a
 * refusal or even a success, and the database may be back before anybody could check.
 */
export function createDatabaseOutageWatch(isDatabaseUnreachable: (error: unknown) => boolean) {
  const work = new AsyncLocalStorage<{ databaseError: unknown }>()

  function note(error: unknown): never {
    const current = work.getStore()
    if (current && isDatabaseUnreachable(error)) current.databaseError = error
    throw error
  }

  function watch<Client extends pg.Pool | pg.PoolClient>(client: Client): Client {
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query')
          return (...sent: unknown[]) => (target as unknown as Queryable).query(...sent).catch(note)
        if (name === 'connect') return () => (target as pg.Pool).connect().then(watch, note)
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  return {
    /** The same pool; its failures are attributed to the request that used it. */
    watch: (pool: pg.Pool): pg.Pool => watch(pool),

    /** Runs the work and returns its outcome, and how the database failed meanwhile, if it did. */
    async during<Answer>(run: () => Promise<Answer>) {
      const state: { databaseError: unknown } = { databaseError: null }
      const outcome: { answer?: Answer; error?: unknown } = await work.run(state, run).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      return { outcome, databaseError: state.databaseError }
    },
  }
}
