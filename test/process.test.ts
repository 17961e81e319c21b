import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { sharesPorts } from '#server/operations/processes/accept-crowds.ts'
import { freePort } from './free-port.ts'
import { firstAdminPassword } from './fresh-environment.ts'
import { startServer, stopServer } from './server-process.ts'

// Each start is a whole shop with its own PostgreSQL, all of them on one data folder.
vi.setConfig({ testTimeout: 120_000 })
const patience = { timeout: 60_000 }

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-process-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const port = await freePort()
const settings = { DATA_DIR: dataDir, PORT: String(port) }
const origin = `http://localhost:${port}`

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

test('a second shop on the same data is told so; the first one, killed and started again, has lost nothing and leaves nobody behind', async () => {
  const first = await startServer(settings)
  await sendFeedback('before the kill')
  const second = startServer({ ...settings, PORT: String(await freePort()) })
  await expect(second).rejects.toThrow(
    /the shop ended with 1: Another shop is running on .*DATA_DIR of its own\.\n$/,
  )
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await stopServer(first, 'SIGKILL')
  await nobodyLeft()

  const server = await startServer({ ...settings, ADMIN_PASSWORD: 'admin secret', RATE_LIMIT: 'off' })
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@shop.example', password: await firstAdminPassword(dataDir) }),
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
  expect(feedback.map((entry) => entry.feedback)).toEqual(['before the kill'])
  await stopServer(server)
  await nobodyLeft()
})

test('SIGTERM to npm alone ends everything', async () => {
  const npm = await startServer(settings, ['npm', 'start'])
  await stopServer(npm, 'SIGTERM')
  await nobodyLeft()
})

test.each([false, sharesPorts])(
  'a taken port (shared: %s) is told in one sentence with the way out',
  async (reusePort) => {
    const blocker = createServer().listen({ port, reusePort })
    await expect(startServer(settings)).rejects.toThrow(new RegExp(`Port ${port} is in use: .*PORT=`))
    await new Promise((resolve) => blocker.close(resolve))
    await nobodyLeft()
  },
)
