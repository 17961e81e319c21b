import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Connection, connect } from '../database/connect.ts'
import { currentRequestId, newScheduleId, outsideRequests, withRequestId } from '../request-context.ts'
import type { Shop } from '../shop-context.ts'
import { createErrorReport } from './error-report.ts'
import type { JobKind, RunJob } from './job-kind.ts'
import type { Jobs, QueueName } from './jobs.ts'
import * as store from './store.ts'

const POOL_SIZE = 3
const SCHEDULE_MS = 15_000
const MOST_AT_ONCE = 1_000
const FINISH_MS = 4_000
const CLOSE_MS = 1_000
const DAY_SECONDS = 86_400
const POSTPONED_SECONDS = 300
const EXPIRE_SECONDS = 120
/** For about two hours, each pause twice the one before. */
const RETRIES = { retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 }

/** `requestId` is that of the request that made it necessary, for the log; the schedule knows of none. */
type JobData = { key: string; requestId?: string | undefined }

const WORKER = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
} as const

type EngineOptions = {
  kinds: JobKind[]
  run: RunJob
  works: boolean
  log: Pick<Logger, 'warn'>
  scheduleMs?: number
}

/**
 * Workers, retries and several instances by pg-boss, in a schema and with connections of its own. Whatever it loses, by a
 * crash or with the database, is found again by the schedule: what is due is in the shop's rows.
 */
export function createJobEngine(
  connection: Connection,
  { kinds, run, works, log, scheduleMs = SCHEDULE_MS }: EngineOptions,
) {
  const report = outsideRequests(createErrorReport(log))
  const { $client: pool } = connect(connection, report, POOL_SIZE)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 3600,
  })
  // Without a listener an error would end the process.
  boss.on('error', report)
  const workers = new Map<QueueName, string>()
  const unsent = new Map<QueueName, Map<string, JobData>>()
  /**
   * Whose jobs nearly always fail the same way, such as for a key that the card provider rejects: one is sent, to see whether that
   * is over. Any one of them, because the trouble may be its own.
   */
  const waiting = new Set<QueueName>()
  let timer: NodeJS.Timeout | undefined
  let scheduling = Promise.resolve()
  let stopping = false

  /** A key that a job carries already is left out. */
  async function insert(
    queue: QueueName,
    jobs: JobData[],
    options: { singletonSeconds?: number; startAfter?: number } = {},
  ) {
    await boss.insert(
      queue,
      jobs.map((data) => ({ singletonKey: data.key, data, ...options })),
    )
    const worker = workers.get(queue)
    if (worker) boss.notifyWorker(worker)
  }

  /** What is sent while a statement is on its way goes into the next one. */
  async function insertUnsent(queue: QueueName, jobs: Map<string, JobData>) {
    try {
      while (jobs.size > 0) {
        const sent = [...jobs.values()]
        jobs.clear()
        await insert(queue, sent)
      }
    } catch (error) {
      report(error)
    } finally {
      unsent.delete(queue)
    }
  }

  /** Sends what is due by the rows and no job carries; of several instances that do so at once, one succeeds. */
  async function sendDue(shop: Shop, { queue, due, everySeconds }: JobKind) {
    const taken = await store.listTakenKeys(shop.db, queue)
    const keys = await due(shop, new Date(), MOST_AT_ONCE + taken.size)
    const missing = keys.filter((key) => !taken.has(key))
    const any = Math.floor(Math.random() * missing.length)
    const chosen = waiting.has(queue) ? missing.slice(any, any + 1) : missing.slice(0, MOST_AT_ONCE)
    const jobs = chosen.map((key) => ({ key }))
    if (jobs.length > 0) await insert(queue, jobs, everySeconds ? { singletonSeconds: everySeconds } : {})
  }

  async function forEachKind(work: (kind: JobKind) => Promise<void> | undefined) {
    for (const kind of kinds) if (!stopping) await work(kind)?.catch(report)
  }

  async function postpone({ queue, everySeconds = 0 }: JobKind, id: string, data: JobData) {
    await boss.deleteJob(queue, id)
    await insert(queue, [data], { singletonSeconds: everySeconds, startAfter: POSTPONED_SECONDS })
  }

  const work = (shop: Shop, kind: JobKind) =>
    boss.work<JobData>(kind.queue, WORKER, (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          const outcome = await withRequestId(data.requestId ?? newScheduleId(), () =>
            run(shop, kind, data.key, new Date()),
          )
          if ('waiting' in outcome) {
            waiting.add(kind.queue)
            report(new Error(`Jobs are waiting: ${outcome.waiting}`))
          } else if (waiting.delete(kind.queue) && !stopping) void sendDue(shop, kind).catch(report)
          if ('error' in outcome) return { id, status: 'failed', output: outcome }
          // What no row makes due would be done for the rest of its hour or day.
          if ('waiting' in outcome && kind.everySeconds) await postpone(kind, id, data)
          return { id, status: 'completed' }
        }),
      ),
    )

  const within = (ms: number, ending: Promise<unknown>) =>
    Promise.race([ending.catch(report), delay(ms, undefined, { ref: false })])

  return {
    /** Brings the engine's schema and queues up to date; one instance at a time. */
    async prepare() {
      await boss.start()
      for (const { queue, expireSeconds = EXPIRE_SECONDS } of kinds) {
        const options = {
          ...RETRIES,
          heartbeatSeconds: 10,
          expireInSeconds: expireSeconds,
          deleteAfterSeconds: DAY_SECONDS,
        }
        await boss.createQueue(queue, { policy: 'exclusive', ...options })
        // A queue that exists keeps its options otherwise.
        await boss.updateQueue(queue, options)
      }
      if (!works) await boss.stop({ graceful: false })
    },

    /** Resumes whatever a crash interrupted, and goes on until the shop stops. */
    async start(shop: Shop) {
      if (!works) return
      for (const kind of kinds) workers.set(kind.queue, await work(shop, kind))
      const schedule = () => {
        scheduling = forEachKind((kind) => sendDue(shop, kind)).then(() => {
          if (!stopping) timer = setTimeout(schedule, scheduleMs)
        })
      }
      scheduling = forEachKind((kind) => kind.resume?.(shop, new Date())).then(schedule)
    },

    /** Jobs that are running get a moment to finish; one that waits for longer is left to the next start, as after a crash. */
    async stop() {
      stopping = true
      clearTimeout(timer)
      const queues = [...workers.keys()]
      workers.clear()
      await within(FINISH_MS, Promise.all([scheduling, ...queues.map((queue) => boss.offWork(queue))]))
      await within(CLOSE_MS, boss.stop({ graceful: false }))
      await within(CLOSE_MS, pool.end())
    },

    send(queue, key) {
      if (!workers.has(queue)) return
      const job = { key, requestId: currentRequestId() }
      const waiting = unsent.get(queue)
      if (waiting) return void waiting.set(key, job)
      const jobs = new Map([[key, job]])
      unsent.set(queue, jobs)
      void insertUnsent(queue, jobs)
    },

    async retry({ id, queue, key }) {
      await boss.deleteJob(queue, id)
      await insert(queue, [{ key, requestId: currentRequestId() }])
    },
  } satisfies Jobs & Record<string, unknown>
}
