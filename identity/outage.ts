import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

type Asks = { query(...sent: unknown[]): Promise<unknown> }

/**
 * Notices when the database fails under a piece of work, whatever becomes of the error: better-auth answers it as a
 * refusal or a success at times, and the database may be back before anybody could ask it.
 */
export function createOutageWatch(isDatabaseUnreachable: (error: unknown) => boolean) {
  const work = new AsyncLocalStorage<{ databaseFailed: boolean }>()

  function note(error: unknown): never {
    const current = work.getStore()
    if (current && isDatabaseUnreachable(error)) current.databaseFailed = true
    throw error
  }

  function watch<Client extends pg.Pool | pg.PoolClient>(client: Client): Client {
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query')
          return (...sent: unknown[]) => (target as unknown as Asks).query(...sent).catch(note)
        if (name === 'connect') return () => (target as pg.Pool).connect().then(watch, note)
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  return {
    /** The same pool; what fails on it counts for the work that asked. */
    watch: (pool: pg.Pool): pg.Pool => watch(pool),

    /** Runs this and tells how it ended, and whether the database failed on the way. */
    async during<Answer>(run: () => Promise<Answer>) {
      const state = { databaseFailed: false }
      const outcome: { answer?: Answer; error?: unknown } = await work.run(state, run).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      return { outcome, databaseFailed: state.databaseFailed }
    },
  }
}
