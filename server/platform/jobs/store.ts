import { and, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { jobs } from '../database/tables/jobs.ts'

export type FailedJobRow = { id: string; queue: string; key: string; error: string; failedAt: Date }
type Job = { queue: string; key: string }

const MAX_LISTED = 1_000
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const isJob = ({ queue, key }: Job) => and(eq(jobs.queue, queue), eq(jobs.key, key))

/** Keys that nobody may take up now: somebody works on them, or they wait for their next try. */
export async function listTakenKeys(db: Database, queue: string): Promise<Set<string>> {
  const taken = await db
    .select({ key: jobs.key })
    .from(jobs)
    .where(and(eq(jobs.queue, queue), gt(jobs.dueAt, sql`now()`)))
  return new Set(taken.map(({ key }) => key))
}

/** Takes up those of the keys that nobody has taken; the others are left out. One that had given up begins anew. */
export async function takeUp(db: Database, queue: string, keys: string[], seconds: number) {
  const taken = await db
    .insert(jobs)
    .values(keys.sort().map((key) => ({ queue, key, dueAt: inSeconds(seconds) })))
    .onConflictDoUpdate({
      target: [jobs.queue, jobs.key],
      set: {
        dueAt: inSeconds(seconds),
        tries: sql`case when ${jobs.failedAt} is null then ${jobs.tries} else 0 end`,
        failedAt: null,
      },
      setWhere: sql`${jobs.dueAt} <= now()`,
    })
    .returning({ key: jobs.key, tries: jobs.tries })
  return taken
}

/** Keeps what is still worked on from being taken up by others. */
export async function keep(db: Database, working: Job[], seconds: number) {
  const pairs = sql.join(
    working.map(({ queue, key }) => sql`(${queue}, ${key})`),
    sql`, `,
  )
  await db.execute(sql`
    update ${jobs} set due_at = ${inSeconds(seconds)}
    where (queue, key) in (${pairs}) and due_at < ${inSeconds(seconds)}`)
}

export async function remove(db: Database, job: Job) {
  await db.delete(jobs).where(isJob(job))
}

/** It is done again after this time. */
export async function putOff(db: Database, job: Job, seconds: number) {
  await db
    .update(jobs)
    .set({ dueAt: inSeconds(seconds), tries: 0, error: null })
    .where(isJob(job))
}

export async function fail(
  db: Database,
  job: Job,
  { error, seconds, givesUp }: { error: string; seconds: number; givesUp: boolean },
) {
  await db
    .update(jobs)
    .set({
      dueAt: inSeconds(seconds),
      tries: sql`${jobs.tries} + 1`,
      error,
      failedAt: givesUp ? sql`now()` : null,
    })
    .where(isJob(job))
}

/** What has given up, newest first. */
export async function listFailed(db: Database): Promise<FailedJobRow[]> {
  const failed = await db
    .select()
    .from(jobs)
    .where(isNotNull(jobs.failedAt))
    .orderBy(desc(jobs.failedAt), jobs.id)
    .limit(MAX_LISTED)
  return failed.map(({ id, queue, key, error, failedAt }) => ({
    id,
    queue,
    key,
    error: error ?? '',
    failedAt: failedAt as Date,
  }))
}

/** Begins anew; null when no such job has given up. */
export async function retry(db: Database, id: string): Promise<Job | null> {
  const [job] = await db
    .update(jobs)
    .set({ dueAt: sql`now()`, tries: 0, failedAt: null })
    .where(and(eq(jobs.id, id), isNotNull(jobs.failedAt)))
    .returning({ queue: jobs.queue, key: jobs.key })
  return job ?? null
}

/** What could have been taken up for so long and was not: nothing is due any more. */
export async function deleteNoLongerDue(db: Database, now: Date, waitedMs: number) {
  await db.delete(jobs).where(lt(jobs.dueAt, new Date(now.getTime() - waitedMs)))
}
