import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from './free-port.ts'
import { startServer, stopServer } from './server-process.ts'

const ROUNDS = 3
const patience = { timeout: 60_000 }

let dataDir: string
let settings: Record<string, string>
let origin: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-process-'))
  const port = await freePort()
  settings = { DATA_DIR: dataDir, PORT: String(port) }
  origin = `http://localhost:${port}`
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Processes that belong to this shop, the shop itself included. */
function living() {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const ours = lines.filter((line) => line.includes(dataDir) && !line.includes('ps -eo'))
  return ours.map((line) => line.trim())
}
const nobodyLeft = () => vi.waitFor(() => expect(living()).toEqual([]), patience)

const sendFeedback = async (feedback: string) => {
  const body = JSON.stringify({ name: 'A visitor', email: 'visitor@example.com', feedback })
  const answer = await fetch(`${origin}/api/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(200)
}

test(`killed and started again ${ROUNDS} times, the shop loses nothing and leaves nobody behind`, {
  timeout: 180_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(settings)
    await sendFeedback(`round ${round}`)
    await stopServer(server, 'SIGKILL')
    await nobodyLeft()
  }
  const server = await startServer({ ...settings, ADMIN_PASSWORD: 'admin secret', RATE_LIMIT: 'off' })
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@shop.example', password: await firstAdminPassword() }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ')
  const { token } = (await (await fetch(`${origin}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string
  }
  const kept = await fetch(`${origin}/api/feedback`, { headers: { authorization: `Bearer ${token}` } })
  const feedback = (await kept.json()) as { feedback: string }[]
  expect(feedback.map((entry) => entry.feedback)).toEqual(['round 2', 'round 1', 'round 0'])
  await stopServer(server)
  await nobodyLeft()
})

async function firstAdminPassword() {
  const [, password = ''] = (await readFile(path.join(dataDir, 'first-admin.txt'), 'utf8')).split('\n')
  return password
}

test('SIGTERM to npm alone ends everything', { timeout: 120_000 }, async () => {
  const npm = await startServer(settings, ['npm', 'start'])
  await stopServer(npm, 'SIGTERM')
  await nobodyLeft()
})

test('a taken port is told in one sentence with the way out', { timeout: 60_000 }, async () => {
  const blocker = createServer().listen(Number(settings.PORT))
  await expect(startServer(settings)).rejects.toThrow(new RegExp(`Port ${settings.PORT} is in use: .*PORT=`))
  await new Promise((resolve) => blocker.close(resolve))
  await nobodyLeft()
})

test('a second shop on the same data is told so and stops', { timeout: 60_000 }, async () => {
  const first = await startServer(settings)
  const second = startServer({ ...settings, PORT: String(await freePort()) })
  await expect(second).rejects.toThrow(
    /the shop ended with 1: Another shop runs on .*DATA_DIR of its own\.\n$/,
  )
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await stopServer(first)
  await nobodyLeft()
})
