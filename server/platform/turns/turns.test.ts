import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#test/raw-connection.ts'
import { createNetworksOf } from './networks-of.ts'
import { createTurns } from './turns.ts'

const PER_NETWORK = 2

/** A server that shows each request to the test, which says from where it comes: the last part of its address. */
async function openServer() {
  const turns = createTurns({
    enabled: true,
    networksOf: createNetworksOf(true),
    limits: { concurrency: 4, concurrencyPerNetwork: PER_NETWORK, waiting: 100 },
  })
  const requests: { request: IncomingMessage; response: ServerResponse }[] = []
  const server = createServer((request, response) => void requests.push({ request, response })).listen(0)
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  return {
    turns,
    async ask(from: string) {
      const socket = await openConnection(port)
      socket.write(`GET / HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: ${from}\r\n\r\n`)
      await once(server, 'request')
      const { request } = requests.at(-1) as (typeof requests)[number]
      return { request, leave: () => socket.destroy() }
    },
  }
}

test('one network has two turns at a time, and others come in between', async () => {
  const { turns, ask } = await openServer()
  const [end] = [
    await turns.enter((await ask('10.0.0.1')).request),
    await turns.enter((await ask('10.0.0.2')).request),
  ]
  let third = false
  const waiting = turns.enter((await ask('10.0.0.3')).request).finally(() => (third = true))
  await turns.enter((await ask('10.0.1.1')).request)
  expect(third).toBe(false)
  end()
  await waiting
})

test('whoever disconnects leaves the queue', async () => {
  const { turns, ask } = await openServer()
  for (let turn = 0; turn < PER_NETWORK; turn++) await turns.enter((await ask('10.0.0.1')).request)
  const { request, leave } = await ask('10.0.0.1')
  const waiting = turns.enter(request)
  leave()
  await expect(waiting).rejects.toMatchObject({ status: 503 })
  await expect(turns.enter(request)).rejects.toMatchObject({ status: 503 })
})

test('the turn ends with the work, also when it fails', async () => {
  const { turns, ask } = await openServer()
  const { request } = await ask('10.0.0.1')
  for (let turn = 0; turn < PER_NETWORK + 1; turn++)
    await expect(turns.run(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(request, async () => 'done')).toBe('done')
})

test('a list that is read slowly holds no turn between its batches, and closes what it reads from', async () => {
  const { turns, ask } = await openServer()
  const { request } = await ask('10.0.0.1')
  let closed = 0
  async function* source() {
    try {
      yield [1]
      yield [2]
    } finally {
      closed += 1
    }
  }
  const slow = turns.runEach(request, source())
  expect(await slow.next()).toMatchObject({ value: [1] })
  expect(await Readable.from(turns.runEach(request, source())).toArray()).toEqual([[1], [2]])
  await slow.return(undefined)
  await setImmediate()
  expect(closed).toBe(2)
})
