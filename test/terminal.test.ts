import { expect, test, vi } from 'vitest'
import { firstAdminPassword, freshEnvironment } from './fresh-environment.ts'
import { startServer, stopServer } from './server-process.ts'
import { inTerminal, noTerminal } from './terminal.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const place = freshEnvironment()

test.skipIf(noTerminal)(
  'in a terminal the first start shows the password, then one line per request and none per file or health check; Ctrl-C closes it in order',
  async () => {
    const shop = inTerminal(['npm', 'start'], place.settings)
    await shop.shows(' is open at ')
    const before = shop.lines().length
    const page = await (await fetch(`${place.origin}/`)).text()
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2|png))"/g)].map(
      ([, file]) => file,
    )
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect((await fetch(place.origin + file)).status).toBe(200)
    for (const target of ['/healthz', '/api/products', '/api/product/unknown'])
      await fetch(place.origin + target)
    await shop.shows('/api/product/:id')
    const lines = shop.lines()
    expect(lines.join('\n')).toContain(
      ` with the password ${await firstAdminPassword(place.dataDir)} (also in `,
    )
    const requests = lines.slice(before - 1).filter(Boolean)
    expect(requests.map((line) => /"path":"([^"]+)"/.exec(line)?.[1])).toEqual([
      '/',
      '/api/products',
      '/api/product/:id',
    ])
    shop.type('\x03')
    expect(await shop.ended).toBe(0)
  },
)

test('what a service writes says where the password is, not what it is', async () => {
  let written = ''
  const server = await startServer({ ...place.settings, LOG_LEVEL: 'debug' }, undefined, [], (text) => {
    written += text
  })
  await stopServer(server)
  expect(written).toContain(
    `The first admin is admin@shop.example; the password is in ${place.dataDir}/first-admin.txt.`,
  )
  expect(written).not.toContain(await firstAdminPassword(place.dataDir))
})
