import { type ChildProcess, spawn } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import { hasBody } from '../../platform/http/create-http-server.ts'
import type { Secrets } from '../../platform/startup/secrets.ts'

const START_MS = 15_000
const MAX_PAUSE_MS = 5_000

export type Ports = { port: number; mailPort: number }
export type Sandbox = Ports & { stop(): Promise<void> }
type Log = { warn(fields: object, message: string): void }

/** Runs the stand-ins for the world outside beside a demo shop, and restarts them on the same ports if they exit. */
export async function startSandbox(settings: {
  dataDir: string
  secrets: Secrets
  webhookUrl: string
  /** Any free ones if not given. */
  ports?: Ports
  log: Log
}): Promise<Sandbox> {
  let stopped = false
  let pauseMs = 100
  let { child, ports } = await launch(settings.ports ?? { port: 0, mailPort: 0 })
  watch()

  async function launch(wanted: Ports) {
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../../../sandbox/main.ts')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        // Its own process group: Ctrl-C reaches only the shop, which then stops the sandbox.
        detached: true,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: getCompileCacheDir() },
      },
    )
    const { secrets, dataDir, webhookUrl } = settings
    const line = {
      dataDir,
      ...wanted,
      stripe: { ...secrets.stripe, webhookUrl },
      google: secrets.google,
    }
    started.stdin?.on('error', () => {})
    started.stdin?.write(`${JSON.stringify(line)}\n`)
    return { child: started, ports: await portsOf(started) }
  }

  function watch() {
    child.once('exit', async () => {
      while (!stopped) {
        settings.log.warn({}, 'the sandbox exited and is restarted')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
        if (stopped) return
        try {
          child = (await launch(ports)).child
          pauseMs = 100
          return watch()
        } catch (error) {
          settings.log.warn({ reason: error }, 'the sandbox could not be started')
        }
      }
    })
  }

  return {
    ...ports,
    async stop() {
      stopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin?.end()
      await ended
    },
  }
}

async function portsOf(child: ChildProcess): Promise<Ports> {
  const { promise, resolve, reject } = Promise.withResolvers<Ports>()
  // Only after a look at what it has written: loading the shop can keep us from reading for longer than that.
  const late = new Error('The sandbox did not start in time.')
  const timer = setTimeout(() => setImmediate(reject, late), START_MS)
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code} while starting.`)))
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
    resolve(JSON.parse(line)),
  )
  return promise.finally(() => clearTimeout(timer))
}

/** Browsers reach the sandbox through the shop's own port. */
export function mountSandbox(app: FastifyInstance, port: number) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/sandbox/*', (request, reply) => {
      reply.hijack()
      const { method, url, headers } = request.raw
      const forwarded = {
        ...headers,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      }
      const onward = httpRequest(
        { host: '127.0.0.1', port, method, path: url, headers: forwarded },
        (answer) => {
          reply.raw.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(reply.raw)
        },
      )
      onward.on('error', () => {
        if (!reply.raw.headersSent) reply.raw.writeHead(502, { 'content-type': 'text/plain' })
        reply.raw.end('The sandbox cannot be reached at the moment.')
      })
      if (hasBody(request.raw)) request.raw.pipe(onward)
      else onward.end()
    })
  })
}
