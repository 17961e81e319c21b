import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { requestFromChild } from '#test/load/load-generator.ts'
import type { ResponseBytes } from './bare-server.ts'
import type { ProcessMetrics } from './metrics-probe.ts'

const INSIDE = path.join(import.meta.dirname, 'metrics-probe.ts')

/** How a process is started so that it can be asked for its metrics. */
export const OBSERVED_ARGUMENTS = ['--expose-gc', '--import', INSIDE]

/** How a process spent its time since this was last asked. */
export const metricsOf = (child: ChildProcess) => requestFromChild<ProcessMetrics>(child, 'metrics')

/** Megabytes that a process cannot do without. */
export const heapOf = (child: ChildProcess) => requestFromChild<number>(child, 'heap')

/** A bare node:http server, told what to answer. */
export async function startBareServer() {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), { execArgv: OBSERVED_ARGUMENTS })
  const port = await requestFromChild<number>(child)
  return {
    port,
    answerWith: (bytes: ResponseBytes) => requestFromChild(child, bytes),
    metrics: () => metricsOf(child),
    stop: () => child.kill(),
  }
}
