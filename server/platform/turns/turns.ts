import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { createFairQueue } from '#networks/fair-queue.ts'
import { refuse } from '../refusals/refuse.ts'
import type { NetworksOf } from './networks-of.ts'

type Options = {
  enabled: boolean
  networksOf: NetworksOf
  limits: {
    concurrency: number
    concurrencyPerNetwork: number
    waiting: number
    lateAfterMs?: number
    placesByNeed?: number
  }
}

export type Turns = ReturnType<typeof createTurns>

/**
 * Work whose result is not cached takes turns by network (`networks/fair-queue.ts`). Calls that cost little, such as a product by
 * its id, do not wait here; nor do those that ask other services.
 */
export function createTurns({ enabled, networksOf, limits }: Options) {
  const queue = createFairQueue(limits)
  const endNothing = () => {}

  async function waitForTurn(request: IncomingMessage, signal: AbortSignal | undefined) {
    const gone = new AbortController()
    const leave = () => gone.abort()
    if (request.socket.destroyed) leave()
    request.socket.once('close', leave)
    const signals = signal ? AbortSignal.any([gone.signal, signal]) : gone.signal
    try {
      const endTurn = await queue.enter(networksOf(request), signals)
      if (!endTurn) throw refuse.unavailable()
      // Whoever has connected meanwhile is accepted before this work begins.
      await setImmediate()
      return endTurn
    } finally {
      request.socket.off('close', leave)
    }
  }

  /** Resolves with what ends the turn. Refuses those who disconnect, and whoever has to leave when the queue is full. */
  async function enter(request: IncomingMessage, signal?: AbortSignal): Promise<() => void> {
    return enabled ? waitForTurn(request, signal) : endNothing
  }

  /** Runs the work when its turn comes. */
  async function run<Result>(request: IncomingMessage, work: () => Promise<Result>): Promise<Result> {
    const endTurn = await enter(request)
    try {
      return await work()
    } finally {
      endTurn()
    }
  }

  return {
    enter,
    run,

    /** What ends the turn, or null where one would have to wait. */
    enterAtOnce: (request: IncomingMessage) =>
      enabled ? queue.enterAtOnce(networksOf(request)) : endNothing,

    /** A turn for each piece of what is sent while it is read: a slow reader keeps nobody waiting. */
    async *runEach<Piece>(
      request: IncomingMessage,
      pieces: Iterable<Piece> | AsyncIterable<Piece>,
    ): AsyncGenerator<Piece> {
      const source = (async function* () {
        yield* pieces
      })()
      try {
        for (;;) {
          const { done, value } = await run(request, () => source.next())
          if (done) return
          yield value
        }
      } finally {
        await source.return()
      }
    },
  }
}
