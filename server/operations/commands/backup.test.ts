import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { runCommandProcess } from '#test/run-command.ts'
import { startServer, stopServer } from '#test/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shop-moving-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** On the embedded database of this data folder. */
const run = (command: string, dataDir: string, ...words: string[]) =>
  runCommandProcess(command, words, { DATA_DIR: dataDir })

async function openAt(dataDir: string) {
  const port = await freePort()
  const server = await startServer({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT: 'off' })
  const origin = `http://localhost:${port}`
  const post = async (target: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin }
    return (await fetch(origin + target, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  return { server, post }
}

test('an owner moves their shop: backup while it runs, or while it does not, and restore on an empty machine', async () => {
  const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')]
  const [running, stopped] = [path.join(folder, 'running.gz'), path.join(folder, 'stopped.gz')]
  const old = await openAt(here)
  const message = { name: 'A visitor', email: 'visitor@example.com', feedback: 'Before the move' }
  expect(await old.post('/api/feedback', message)).toBe(200)
  const whileRunning = await run('backup', here, running)
  expect(whileRunning).toMatchObject({ code: 0, complained: '' })
  expect(whileRunning.said).toMatch(/^Backed up \d+ rows of \d+ tables and 3 files of .* to .*running\.gz/)
  expect((await run('restore', here, running)).complained).toMatch(/^The database is not empty/)
  await stopServer(old.server)
  expect((await run('backup', here, stopped)).code).toBe(0)

  expect(await run('restore', there)).toMatchObject({
    code: 1,
    complained: 'Usage: npm run restore -- file [options]',
  })
  const restored = await run('restore', there, stopped)
  expect(restored).toMatchObject({ code: 0, complained: '' })
  expect(restored.said).toMatch(
    /^Restored \d+ rows .* matches the backup\. The backup was made at \d{4}-\d\d-\d\dT[\d:.]+Z\. Passwords changed, sessions ended, and users removed or accounts deleted since then are back as they were: do all of that again\. The last numbers: none\.$/,
  )
  const moved = await openAt(there)
  const [email, password] = (await readFile(path.join(there, 'first-admin.txt'), 'utf8')).split('\n')
  expect(await moved.post('/api/auth/sign-in/email', { email, password })).toBe(200)
  await stopServer(moved.server)
  const counted = (sentence: string) => /(\d+) rows of (\d+) tables/.exec(sentence)?.slice(1)
  // One session more, and the sign-in itself.
  const [rows, tables] = counted((await run('backup', there)).said) ?? []
  expect(tables).toBe(counted(restored.said)?.[1])
  expect(Number(rows)).toBeGreaterThan(Number(counted(restored.said)?.[0]))
})

test('data of another PostgreSQL: the start names the way, and a backup of the version before, restored with this one, is the way', async () => {
  const dataDir = path.join(folder, 'upgraded')
  const backup = path.join(folder, 'before-the-upgrade.gz')
  const old = await openAt(dataDir)
  const message = { name: 'A visitor', email: 'visitor@example.com', feedback: 'Before the upgrade' }
  expect(await old.post('/api/feedback', message)).toBe(200)
  await stopServer(old.server)
  expect((await run('backup', dataDir, backup)).code).toBe(0)
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')

  const way = /npm run backup -- FILE\. Then move .*upgraded away, and restore .* npm run restore -- FILE/
  await expect(openAt(dataDir)).rejects.toThrow(way)
  for (const command of ['backup', 'restore'])
    expect((await run(command, dataDir, backup)).complained).toMatch(way)
  await rename(dataDir, path.join(folder, 'put-aside'))
  expect(await run('restore', dataDir, backup)).toMatchObject({ code: 0, complained: '' })
  const upgraded = await openAt(dataDir)
  const [email, password] = (await readFile(path.join(dataDir, 'first-admin.txt'), 'utf8')).split('\n')
  expect(await upgraded.post('/api/auth/sign-in/email', { email, password })).toBe(200)
  await stopServer(upgraded.server)
})
