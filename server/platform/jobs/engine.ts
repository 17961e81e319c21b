import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Shop } from '../../shop-context.ts'
import { currentRequestId, newScheduleId, outsideRequests, withRequestId } from '../log/request-context.ts'
import { createErrorReport } from './error-report.ts'
import type { JobKind, JobOutcome, RunJob } from './job-kind.ts'
import type { Jobs, QueueName } from './jobs.ts'
import * as store from './store.ts'

const SCHEDULE_MS = 15_000
const MAX_FOUND = 1_000
/** Of each kind, in each process. */
const MAX_AT_ONCE = 10
/** A job of a process that was killed is taken up again after so long. */
const TAKEN_SECONDS = 20
const KEEP_MS = 5_000
const FINISH_MS = 4_000
const POSTPONED_SECONDS = 300
const EXPIRE_SECONDS = 120
/** For about an hour and a half, each pause twice the one before. */
const RETRIES = 10
const FIRST_PAUSE_SECONDS = 5
const GIVEN_UP_SECONDS = 86_400

type EngineOptions = {
  kinds: JobKind[]
  run: RunJob
  works: boolean
  log: Pick<Logger, 'warn'>
  scheduleMs?: number
}

/**
 * Does what is due, one job per key, over several instances. What is due is in the shop's rows; a row of `jobs` only says that somebody
 * works on it, or when it is tried again. Whatever a crash interrupts is found again by the schedule.
 */
export function createJobEngine({ kinds, run, works, log, scheduleMs = SCHEDULE_MS }: EngineOptions) {
  const report = outsideRequests(createErrorReport(log))
  const workers = new Map<QueueName, ReturnType<typeof createWorker>>()
  let timer: NodeJS.Timeout | undefined
  let keeping: NodeJS.Timeout | undefined
  let scheduling = Promise.resolve()
  let stopping = false

  function createWorker(shop: Shop, kind: JobKind) {
    const { queue, everySeconds, expireSeconds = EXPIRE_SECONDS } = kind
    /** Keys that were sent, with the request that made it necessary; the schedule knows of none. */
    const sent = new Map<string, string | undefined>()
    const working = new Map<string, { since: number; end: Promise<void> }>()
    let takingUp = false
    /**
     * Nearly all jobs of this kind fail the same way, such as for a key that the card provider rejects: one is tried, to see whether
     * that is over. Any one of them, because the trouble may be its own.
     */
    let isBlocked = false

    async function takeUp() {
      if (takingUp) return
      takingUp = true
      try {
        while (!stopping && sent.size > 0 && working.size < MAX_AT_ONCE) {
          const batch = new Map([...sent].slice(0, MAX_AT_ONCE - working.size))
          for (const key of batch.keys()) sent.delete(key)
          const taken = await store.takeUp(shop.db, queue, [...batch.keys()], TAKEN_SECONDS)
          // Left to the next start, as after a crash.
          if (stopping) return
          for (const { key, tries } of taken)
            working.set(key, { since: performance.now(), end: work(key, tries, batch.get(key)) })
        }
      } catch (error) {
        // The schedule finds them again.
        sent.clear()
        report(error)
      } finally {
        takingUp = false
      }
    }

    async function work(key: string, tries: number, requestId: string | undefined) {
      const outcome = await withRequestId(requestId ?? newScheduleId(), () =>
        run(shop, kind, key, new Date()),
      )
      // If this fails, the job is taken up again: each is safe to repeat.
      await settle(key, tries, outcome).catch(report)
      working.delete(key)
      void takeUp()
    }

    async function settle(key: string, tries: number, outcome: JobOutcome) {
      const job = { queue, key }
      if ('waiting' in outcome) {
        isBlocked = true
        report(new Error(`Jobs are waiting: ${outcome.waiting}`))
        // What no row makes due would be done for the rest of its hour or day.
        return everySeconds ? store.putOff(shop.db, job, POSTPONED_SECONDS) : store.remove(shop.db, job)
      }
      const wasBlocked = isBlocked
      isBlocked = false
      if ('error' in outcome) {
        const givesUp = tries >= RETRIES
        const seconds = givesUp ? GIVEN_UP_SECONDS : FIRST_PAUSE_SECONDS * 2 ** tries
        await store.fail(shop.db, job, { error: outcome.error, seconds, givesUp })
      } else if (everySeconds) await store.putOff(shop.db, job, everySeconds)
      else await store.remove(shop.db, job)
      if (wasBlocked) await sendDue()
    }

    /** What is due by the rows and nobody has taken. */
    async function sendDue() {
      const taken = await store.listTakenKeys(shop.db, queue)
      const keys = await kind.due(shop, new Date(), MAX_FOUND + taken.size)
      const free = keys.filter((key) => !taken.has(key))
      const any = Math.floor(Math.random() * free.length)
      const chosen = isBlocked ? free.slice(any, any + 1) : free.slice(0, MAX_FOUND)
      for (const key of chosen) if (!sent.has(key)) sent.set(key, undefined)
      void takeUp()
    }

    return {
      sendDue,
      resume: async () => kind.resume?.(shop, new Date()),
      finish: async () => void (await Promise.all([...working.values()].map(({ end }) => end))),
      send(key: string) {
        sent.set(key, currentRequestId())
        void takeUp()
      },
      /** What it works on, but for what has taken too long: another instance may try that. */
      working: () =>
        [...working]
          .filter(([, { since }]) => performance.now() - since < expireSeconds * 1_000)
          .map(([key]) => ({ queue, key })),
    }
  }

  async function forEachWorker(work: (worker: ReturnType<typeof createWorker>) => Promise<void>) {
    for (const worker of workers.values()) if (!stopping) await work(worker).catch(report)
  }

  const look = () => forEachWorker(({ sendDue }) => sendDue())

  return {
    /** Takes up what is due now; otherwise the schedule does. */
    look,

    /** Resumes whatever a crash interrupted, and goes on until the shop stops. */
    async start(shop: Shop) {
      if (!works) return
      for (const kind of kinds) workers.set(kind.queue, createWorker(shop, kind))
      const schedule = () => {
        scheduling = look().then(() => {
          if (!stopping) timer = setTimeout(schedule, scheduleMs)
        })
      }
      scheduling = forEachWorker(({ resume }) => resume()).then(schedule)
      keeping = setInterval(() => {
        const working = [...workers.values()].flatMap((worker) => worker.working())
        if (working.length > 0) store.keep(shop.db, working, TAKEN_SECONDS).catch(report)
      }, KEEP_MS)
    },

    /** Jobs that are running get a moment to finish; one that waits for longer is left to the next start, as after a crash. */
    async stop() {
      stopping = true
      clearTimeout(timer)
      const finished = Promise.all([scheduling, ...[...workers.values()].map(({ finish }) => finish())])
      await Promise.race([finished, delay(FINISH_MS, undefined, { ref: false })])
      clearInterval(keeping)
    },

    send: (queue, key) => workers.get(queue)?.send(key),
  } satisfies Jobs & Record<string, unknown>
}
