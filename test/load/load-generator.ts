import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Load, LoadResult } from './load-worker.ts'

export type LoadRequest = { path: string; headers?: Record<string, string> }

export function toRawRequest({ path, headers = {} }: LoadRequest, method = 'GET', body = '') {
  const length = body && { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...(length || {}) })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** A child process that generates load. */
export function startLoadGenerator() {
  const child = fork(path.join(import.meta.dirname, 'load-worker.ts'))
  return { fire: (load: Load) => requestFromChild<LoadResult>(child, load), stop: () => child.kill() }
}

/** Sends a message to a child process, if one is given, and resolves with its next message. */
export function requestFromChild<Answer>(child: ChildProcess, question?: object | string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const ended = (code: number | null) => reject(new Error(`a process that was asked ended with ${code}`))
  child.once('exit', ended)
  child.once('message', (answer) => {
    child.off('exit', ended)
    resolve(answer as Answer)
  })
  if (question !== undefined) child.send(question)
  return promise
}
