import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { startServer, stopServer } from '#test/server-process.ts'
import { postmasterOf, processesOf, sandboxOf, signal } from './processes.ts'

export type RunningShop = Awaited<ReturnType<typeof startShop>>

export const ADMIN = { email: 'owner@example.com', password: 'owner secret' }
const READY = { timeout: 90_000, interval: 25 }

/**
 * A shop as an owner runs it, as processes of its own that can be killed one by one. `command` is what its command begins
 * with, such as the choice of its cores.
 */
export async function startShop(variables: Record<string, string> = {}, command: string[] = []) {
  const ownFolder = variables.DATA_DIR === undefined
  const dataDir = variables.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'shop-proof-')))
  const port = Number(variables.PORT ?? (await freePort()))
  const origin = `http://${variables.HOST ?? '127.0.0.1'}:${port}`
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...variables,
  }
  let expected = false
  let server = await launch()

  async function launch() {
    // An error is logged only if the check asks for it, by LOG_LEVEL.
    const program = [...command, process.execPath, 'server/main.ts']
    const started = await startServer(environment, program, [], (text) => {
      if (text.includes('"level":50')) console.error(text.trim())
    })
    let said = ''
    started.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-5_000)
    })
    started.once('exit', (code, signal) => {
      if (!expected) console.error(`The shop ended by itself (${code ?? signal}): ${said}`)
    })
    return started
  }

  const status = (target: string) =>
    fetch(origin + target, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.status,
      () => 0,
    )
  const ready = () => vi.waitUntil(async () => (await status('/readyz')) === 200, READY)
  /** Ends the server without a word. */
  async function kill() {
    expected = true
    await stopServer(server, 'SIGKILL')
  }
  async function startAgain() {
    expected = false
    server = await launch()
    await ready()
  }
  const nobodyLeft = () => vi.waitUntil(() => processesOf(dataDir).length === 0, READY)
  await ready()

  return {
    origin,
    port,
    dataDir,
    status,
    ready,
    pid: () => server.pid as number,
    postmaster: () => postmasterOf(dataDir),
    sandbox: () => sandboxOf(server.pid as number),

    /** The way to its database, whether the embedded one or the given. */
    get databaseUrl() {
      if (variables.DATABASE_URL) return variables.DATABASE_URL
      const command =
        processesOf(dataDir).find(({ command }) => /bin\/postgres\s.*-D/.test(command))?.command ?? ''
      const cluster = /-D (\S+)/.exec(command)?.[1] ?? ''
      const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
      return `postgres://shop_owner@localhost:${lines[3]}/shop?host=${encodeURIComponent(lines[4] ?? '')}`
    },

    kill,
    startAgain,

    /** Kills the server, together with others if asked, and starts it again once nobody is left. */
    async killServer(...others: (number | null)[]) {
      const killed = kill()
      for (const pid of others) signal(pid, 'SIGKILL')
      await killed
      if (!variables.DATABASE_URL) await nobodyLeft()
      await startAgain()
    },

    /** Asks it to stop, and answers how long that took. */
    async terminate() {
      const since = performance.now()
      expected = true
      await stopServer(server)
      return { tookMs: performance.now() - since, code: server.exitCode }
    },

    async stop() {
      expected = true
      await stopServer(server)
      if (!variables.DATABASE_URL) await nobodyLeft()
      if (ownFolder) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
