import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'

const repository = path.join(import.meta.dirname, '..')
const NEEDED = [
  'contract',
  'identity',
  'networks',
  'sandbox',
  'server',
  'setup',
  'web',
  'content',
  'public',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Saves as editors do: another file takes the name. */
async function save(file: string) {
  await copyFile(file, `${file}~`)
  await rename(`${file}~`, file)
}

test('npm run dev starts again each time a file of the server is saved by renaming, never for a test, and ends in order', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-dev-'))
  for (const part of NEEDED)
    await cp(path.join(repository, part), path.join(folder, part), { recursive: true })
  await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  const database = await freshDatabase(inject('databaseServer'))
  const dev = spawn(process.execPath, ['server/dev.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(dev, 'exit')
  onTestFinished(async () => {
    if (dev.exitCode === null && dev.signalCode === null) process.kill(-(dev.pid as number), 'SIGKILL')
    await ended
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const lines: string[] = []
  createInterface({ input: dev.stdout }).on('line', (line) => lines.push(line))
  const restarts = () => lines.filter((line) => line.startsWith('Restarting: '))
  const openings = () => lines.filter((line) => line.includes(' is open at ')).length
  const opened = (times: number) =>
    vi.waitUntil(() => openings() === times, { timeout: 60_000, interval: 20 })

  await opened(1)
  await save(path.join(folder, 'server/config.test.ts'))
  await writeFile(path.join(folder, 'identity/new.test.ts'), '')
  await save(path.join(folder, 'server/platform/endpoints/success-message.ts'))
  await opened(2)
  expect(restarts()).toEqual(['Restarting: server/platform/endpoints/success-message.ts was saved.'])

  await writeFile(path.join(folder, 'contract/fixed-texts.ts'), 'export const texts = ')
  await vi.waitUntil(() => lines.includes('The shop exited. It restarts when a file is saved.'), {
    timeout: 60_000,
    interval: 20,
  })
  await copyFile(
    path.join(repository, 'contract/fixed-texts.ts'),
    path.join(folder, 'contract/fixed-texts.ts'),
  )
  await opened(3)
  process.kill(-(dev.pid as number), 'SIGINT')
  expect(await ended).toEqual([0, null])
}, 300_000)
