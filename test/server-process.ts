import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.join(import.meta.dirname, '..')

/** The shop as a process of its own, started the way an owner starts it; resolves when it says that it is open. */
export async function startServer(
  variables: Record<string, string>,
  [program, ...given]: string[] = [process.execPath, 'server/main.ts'],
  channels: 'ipc'[] = [],
  onWritten: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const server = spawn(program as string, given, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      DEMO_ORDERS: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...channels],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  server.stderr?.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  server.once('exit', (code) => reject(new Error(`the shop ended with ${code}: ${said}`)))
  server.stdout?.setEncoding('utf8').on('data', onWritten)
  server.stderr?.on('data', onWritten)
  createInterface({ input: server.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.includes(' is open at ')) resolve()
  })
  await promise
  return server
}

export async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await ended
}
