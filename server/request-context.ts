import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Runs what belongs to a request or a job: whatever it logs, however late, carries this id. */
export const withRequestId = <T>(id: string, run: () => T): T => requestIds.run(id, run)

export const currentRequestId = () => requestIds.getStore()

/** For listeners of what outlives the request that happened to open it, such as a pooled connection. */
export const outsideRequests =
  <Sent extends unknown[]>(listen: (...sent: Sent) => void) =>
  (...sent: Sent) =>
    requestIds.run(undefined, () => listen(...sent))
