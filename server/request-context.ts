import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Runs what belongs to a request or a job: whatever it logs, however late, carries this id. */
export const withRequestId = <T>(id: string, run: () => T): T => requestIds.run(id, run)

export const currentRequestId = () => requestIds.getStore()

const SCHEDULE = 'schedule-'

/** Of a job that nobody's request has caused. */
export const newScheduleId = () => `${SCHEDULE}${randomUUID()}`

/** At which level success is logged: what the schedule does by itself is no news. */
export const successLevel = () => (currentRequestId()?.startsWith(SCHEDULE) ? 'debug' : 'info')

/** For listeners of what outlives the request that happened to open it, such as a pooled connection. */
export const outsideRequests =
  <Sent extends unknown[]>(listen: (...sent: Sent) => void) =>
  (...sent: Sent) =>
    requestIds.run(undefined, () => listen(...sent))
