import type { ServerResponse } from 'node:http'
import { refuse } from '../../platform/refusals/refuse.ts'

/** So many uploads at once; each counts from before its body is read until it is answered or given up, and done with. */
export function createUploadLimit(max: number) {
  const inProgress = new Set<ServerResponse>()
  const atWork = new Set<ServerResponse>()

  return {
    begin(response: ServerResponse) {
      if (inProgress.size >= max)
        throw refuse.tooMany(`${max} pictures are being uploaded right now. Try again in a moment.`, 5)
      inProgress.add(response)
      response.once('close', () => {
        if (!atWork.has(response)) inProgress.delete(response)
      })
    },

    /** Work on what has arrived, which goes on when the caller goes away. */
    async during<T>(response: ServerResponse, work: () => Promise<T>): Promise<T> {
      atWork.add(response)
      try {
        return await work()
      } finally {
        atWork.delete(response)
        if (response.destroyed) inProgress.delete(response)
      }
    },
  }
}
