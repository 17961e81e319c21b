import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { startServer, stopServer } from './server-process.ts'
import { inTerminal, noTerminal } from './terminal.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let database: Awaited<ReturnType<typeof freshDatabase>>
let dataDir: string
let origin: string
let settings: Record<string, string>
beforeEach(async () => {
  database = await freshDatabase(inject('databaseServer'))
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-terminal-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port) }
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const firstPassword = async () =>
  (await readFile(path.join(dataDir, 'first-admin.txt'), 'utf8')).split('\n')[1] as string

test.skipIf(noTerminal)(
  'in a terminal the first start shows the password, then one line per request and none per file; Ctrl-C closes it in order',
  async () => {
    const shop = inTerminal(['npm', 'start'], settings)
    await shop.shows(' is open at ')
    const before = shop.lines().length
    const page = await (await fetch(`${origin}/`)).text()
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2|png))"/g)].map(
      ([, file]) => file,
    )
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect((await fetch(origin + file)).status).toBe(200)
    for (const target of ['/api/products', '/api/product/unknown', '/healthz']) await fetch(origin + target)
    await shop.shows('/healthz')
    const lines = shop.lines()
    expect(lines.join('\n')).toContain(` with the password ${await firstPassword()} (also in `)
    const requests = lines.slice(before - 1).filter(Boolean)
    expect(requests.map((line) => /"path":"([^"]+)"/.exec(line)?.[1])).toEqual([
      '/',
      '/api/products',
      '/api/product/:id',
      '/healthz',
    ])
    shop.type('\x03')
    expect(await shop.ended).toBe(0)
  },
)

test('what a service writes says where the password is, not what it is', async () => {
  let written = ''
  const server = await startServer({ ...settings, LOG_LEVEL: 'debug' }, undefined, [], (text) => {
    written += text
  })
  await stopServer(server)
  expect(written).toContain(
    `The first admin is admin@shop.example; the password is in ${dataDir}/first-admin.txt.`,
  )
  expect(written).not.toContain(await firstPassword())
})
