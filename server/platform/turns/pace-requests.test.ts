import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import { paceRequests } from './pace-requests.ts'

/** Each request takes half a millisecond of a clock of its own, a turn has two. */
const TOOK_MS = 0.5
const PER_TURN = 4

function openPaced() {
  let now = 0
  let inPromises = false
  const handled: string[] = []
  const listener = paceRequests(
    ({ url = '' }) => clientNetworks(url),
    async ({ url = '' }) => {
      for (let step = 0; inPromises && step < 20; step++) await null
      now += TOOK_MS
      handled.push(url)
    },
    () => now,
  )
  const arrive = (address: string, destroyed = false) =>
    listener({ url: address } as IncomingMessage, { destroyed } as ServerResponse)
  return {
    handled,
    arrive,
    /** From now on a request takes its time after its function has returned. */
    workInPromises() {
      inPromises = true
    },
    /** How many are handled in each turn of the event loop until all have been. */
    async turns() {
      const turns = [handled.length]
      for (let before = -1; before < handled.length; turns.push(handled.length - before)) {
        before = handled.length
        await setImmediate()
      }
      return turns.slice(0, -1)
    },
  }
}

test('a crowd that arrives at once is handled over several turns of the event loop', async () => {
  const { arrive, turns } = openPaced()
  for (let index = 0; index < 10; index++) arrive(`10.0.${index}.1`)
  expect(await turns()).toEqual([PER_TURN, PER_TURN, 2])
})

test('what a request does in promises takes time of the turn, too', async () => {
  const { arrive, turns, workInPromises } = openPaced()
  for (let index = 0; index < PER_TURN; index++) arrive(`10.0.${index}.1`)
  workInPromises()
  for (let index = 0; index < 10; index++) arrive(`10.1.${index}.1`)
  const [, ...later] = await turns()
  expect(Math.max(...later)).toBeLessThanOrEqual(PER_TURN + 1)
})

test('few requests are handled at once', () => {
  const { arrive, handled } = openPaced()
  for (let index = 0; index < PER_TURN; index++) arrive(`10.0.${index}.1`)
  expect(handled).toHaveLength(PER_TURN)
})

test('who comes last from a network of their own passes the rest of the crowd', async () => {
  const { arrive, handled, turns } = openPaced()
  for (let index = 0; index < 100; index++) arrive(`10.0.${index % 2}.${index}`)
  arrive('192.0.2.1')
  await turns()
  expect(handled).toHaveLength(101)
  expect(handled.slice(0, PER_TURN + 3)).toContain('192.0.2.1')
})

test('who comes after a crowd of networks that nobody has seen passes it', async () => {
  const { arrive, handled, turns } = openPaced()
  for (let index = 0; index < 100; index++) arrive(`10.0.${index}.1`)
  arrive('192.0.2.1')
  await turns()
  expect(handled).toHaveLength(101)
  expect(handled.indexOf('192.0.2.1')).toBeLessThanOrEqual(PER_TURN + 2)
})

test('who had the fewest turns lately passes a crowd of many networks', async () => {
  const { arrive, handled, turns } = openPaced()
  const crowd = Array.from({ length: 100 }, (_, index) => `10.0.${index}.1`)
  for (const address of [...crowd, ...crowd]) arrive(address)
  await turns()
  for (const address of crowd) arrive(address)
  arrive('192.0.2.1')
  const before = handled.length
  await turns()
  expect(handled.slice(before, before + PER_TURN + 3)).toContain('192.0.2.1')
})

test('nothing is done for those who have left meanwhile', async () => {
  const { arrive, handled, turns } = openPaced()
  for (let index = 0; index < PER_TURN; index++) arrive('10.0.0.1')
  arrive('10.0.0.2', true)
  arrive('10.0.0.3')
  await turns()
  expect(handled).not.toContain('10.0.0.2')
  expect(handled).toContain('10.0.0.3')
})
