import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { ClientNetworks } from '#networks/client-network.ts'

/** What is known of the current request. */
export type RequestContext = { id: string; networks: () => ClientNetworks; isShared?: true }
type JobContext = { id: string }

const contexts = new AsyncLocalStorage<RequestContext | JobContext | undefined>()

/** Runs what belongs to a request: whatever it logs, however late, carries its id, and it takes turns with other networks. */
export const withRequest = <T>(request: RequestContext, run: () => T): T => contexts.run(request, run)

/** Runs what belongs to a job, perhaps one that a request has caused: whatever it logs, however late, carries this id. */
export const withRequestId = <T>(id: string, run: () => T): T => contexts.run({ id }, run)

export const currentRequestId = () => contexts.getStore()?.id

/** Null for a job, and for what the shop does by itself. */
export function currentRequest(): RequestContext | null {
  const context = contexts.getStore()
  return context && 'networks' in context ? context : null
}

/** Runs what is done once for several requests: it does not wait behind others because of whoever happened to ask first. */
export function forSeveral<T>(run: () => T): T {
  const request = currentRequest()
  return request ? contexts.run({ ...request, isShared: true }, run) : run()
}

const SCHEDULE = 'schedule-'

/** Of a job that nobody's request has caused. */
export const newScheduleId = () => `${SCHEDULE}${randomUUID()}`

/** At which level success is logged: what the schedule does by itself is no news. */
export const successLevel = () => (currentRequestId()?.startsWith(SCHEDULE) ? 'debug' : 'info')

/** For listeners of what outlives the request that happened to open it, such as a pooled connection. */
export const outsideRequests =
  <Sent extends unknown[]>(listen: (...sent: Sent) => void) =>
  (...sent: Sent) =>
    contexts.run(undefined, () => listen(...sent))
