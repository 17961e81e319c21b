import type { MetricsSnapshot } from '../../platform/metrics/collect-metrics.ts'
import type { StartedProcesses } from '../processes/postgres-and-sandbox.ts'

/** From the supervisor. The end of the channel means: close. */
export type ToWorker =
  | {
      kind: 'start'
      worker: number
      variables: Record<string, string | undefined>
      started: StartedProcesses
    }
  | { kind: 'collect-metrics' }
  | { kind: 'retire' }

/** To the supervisor. Without a sentence, what kept a worker from opening has been written as a stack trace. */
export type FromWorker =
  | { kind: 'opened' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'metrics'; snapshot: MetricsSnapshot }
