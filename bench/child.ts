import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Bytes } from './bare.ts'
import type { Fired, Load } from './fire.ts'
import type { Insides } from './inside.ts'

const INSIDE = path.join(import.meta.dirname, 'inside.ts')

/** How a process is started so that it can be asked for its insides. */
export const observed = ['--expose-gc', '--import', INSIDE]

const start = (file: string) => fork(path.join(import.meta.dirname, file), { execArgv: observed })

/** How a process spent its time since this was last asked. */
export const insidesOf = (child: ChildProcess) => hear<Insides>(child, 'insides')

/** Megabytes that a process cannot do without. */
export const heapOf = (child: ChildProcess) => hear<number>(child, 'heap')

/** Sends a question to a child, if there is one, and takes the next thing it says. */
export function hear<Answer>(child: ChildProcess, question?: object | string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const ended = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`))
  child.once('exit', ended)
  child.once('message', (answer) => {
    child.off('exit', ended)
    resolve(answer as Answer)
  })
  if (question !== undefined) child.send(question)
  return promise
}

/** A process that makes load. */
export function startFiring() {
  const child = start('fire.ts')
  return { fire: (load: Load) => hear<Fired>(child, load), stop: () => child.kill() }
}

/** A bare node:http server, told what to answer. */
export async function startBare() {
  const child = start('bare.ts')
  const port = await hear<number>(child)
  return {
    port,
    answerWith: (bytes: Bytes) => hear(child, bytes),
    insides: () => insidesOf(child),
    stop: () => child.kill(),
  }
}
