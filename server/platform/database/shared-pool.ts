import pg from 'pg'
import type { ClientNetworks } from '#networks/client-network.ts'
import { createFairQueue } from '#networks/fair-queue.ts'
import { currentRequest, type RequestContext } from '../log/request-context.ts'

type Connected = Parameters<pg.Pool['connect']>[0]

/** Requests that have waited longer for a connection come after those that can still be answered in time. */
const LATE_MS = 300
/** A request that needs more, such as an export, takes turns again. */
const CONNECTIONS_AT_ONCE = 50

/** The pool's message when no connection became free in time. A connection that cannot be opened fails with another message. */
export const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

type Client = ClientNetworks & { rank: number }

/**
 * A pool whose connections are given to requests by their networks: whoever has had the fewest lately comes first, so that many
 * requests of a few hundred networks do not delay everybody else's. A request that has had a connection gets its next ones before
 * those that have not begun: what is begun ends soon, and so does what several requests share. What belongs to no request, such as a
 * job, waits only for the pool itself.
 */
export class SharedPool extends pg.Pool {
  readonly #queue = createFairQueue<Client>({
    concurrency: this.options.max,
    waiting: Number.POSITIVE_INFINITY,
    rankOf: ({ rank }) => rank,
    lateAfterMs: LATE_MS,
    placesByNeed: 7,
  })
  readonly #endOfTurn = new WeakMap<pg.PoolClient, () => void>()
  readonly #given = new WeakMap<object, number>()

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('release', (_error, client) => {
      this.#endOfTurn.get(client)?.()
      this.#endOfTurn.delete(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTurn()
    if (!connected) return connecting
    connecting.then(
      (client) => connected(undefined, client, client.release),
      (error: Error) => connected(error, undefined, () => {}),
    )
    return undefined
  }

  /** How many statements wait for a connection, in the queue of networks or in that of the pool. */
  get waitingInAll() {
    return this.waitingCount + this.#queue.waiting()
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const request = currentRequest()
    if (!request) return super.connect()
    const client = this.#clientOf(request)
    const patience = this.options.connectionTimeoutMillis ?? 0
    const endTurn =
      this.#queue.enterAtOnce(client) ?? (await this.#queue.enter(client, AbortSignal.timeout(patience)))
    if (!endTurn) throw new Error(POOL_EXHAUSTED)
    this.#given.set(request, (this.#given.get(request) ?? 0) + 1)
    try {
      const connection = await super.connect()
      this.#endOfTurn.set(connection, endTurn)
      return connection
    } catch (error) {
      endTurn()
      throw error
    }
  }

  #clientOf(request: RequestContext): Client {
    const given = this.#given.get(request) ?? 0
    if (request.isShared || (given > 0 && given < CONNECTIONS_AT_ONCE))
      return { wide: 'begun', narrow: `begun ${request.id}`, rank: 0 }
    return { ...request.networks(), rank: 1 }
  }
}
