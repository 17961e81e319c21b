import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import { readConfig } from '../../config.ts'
import { byToken, createNetworksOf } from './networks-of.ts'

const FORWARDED = [
  '',
  '198.51.100.7',
  '203.0.113.9, 198.51.100.7',
  '203.0.113.9, 10.0.0.1, 127.0.0.1',
  'junk, ,',
]

const apps: { close(): Promise<unknown> }[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

test.each(['', 'true', '0', '1', '2', '127.0.0.1', 'loopback,10.0.0.0/8'])(
  'ahead of the router the client is who Fastify says it is, with TRUST_PROXY=%s',
  async (TRUST_PROXY) => {
    const { trustProxy } = readConfig({ TRUST_PROXY })
    const networksOf = createNetworksOf(trustProxy)
    const app = Fastify({
      trustProxy,
      serverFactory: (handler) =>
        createServer((incoming: IncomingMessage, response) => {
          response.setHeader('x-networks', JSON.stringify(networksOf(incoming)))
          handler(incoming, response)
        }),
    })
    apps.push(app)
    app.get('/', ({ ip }) => clientNetworks(ip))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    for (const forwarded of FORWARDED) {
      const sent = request({ port, host: '127.0.0.1', headers: { 'x-forwarded-for': forwarded } }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = Buffer.concat(await answer.toArray()).toString()
      expect(answer.headers['x-networks'], forwarded).toBe(body)
    }
  },
)

test('by their tokens, persons of one address are apart, and the wide network is still one', () => {
  const networksOf = byToken(() => clientNetworks('192.0.2.7'))
  const of = (authorization?: string) => networksOf({ headers: { authorization } } as IncomingMessage)
  const [one, other, none] = [of('Bearer one'), of(`Bearer ${'x'.repeat(9_000)}`), of()]
  expect(new Set([one, other, none].map(({ narrow }) => narrow)).size).toBe(3)
  for (const { wide, narrow } of [one, other, none])
    expect([wide, narrow.length]).toEqual(['192.0.2.0/24', 43])
  expect(of('Bearer one')).toEqual(one)
})
