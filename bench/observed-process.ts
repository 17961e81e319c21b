import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { hear } from '#test/load/load-generator.ts'
import type { Bytes } from './bare-server.ts'
import type { Insides } from './process-metrics.ts'

const INSIDE = path.join(import.meta.dirname, 'process-metrics.ts')

/** How a process is started so that it can be asked for its insides. */
export const observed = ['--expose-gc', '--import', INSIDE]

/** How a process spent its time since this was last asked. */
export const insidesOf = (child: ChildProcess) => hear<Insides>(child, 'insides')

/** Megabytes that a process cannot do without. */
export const heapOf = (child: ChildProcess) => hear<number>(child, 'heap')

/** A bare node:http server, told what to answer. */
export async function startBare() {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), { execArgv: observed })
  const port = await hear<number>(child)
  return {
    port,
    answerWith: (bytes: Bytes) => hear(child, bytes),
    insides: () => insidesOf(child),
    stop: () => child.kill(),
  }
}
