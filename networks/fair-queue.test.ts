import { expect, test } from 'vitest'
import { clientNetworks } from './client-network.ts'
import { createFairQueue } from './fair-queue.ts'

/** Enters one after the other while the first place is taken, then lets everybody through and says in which order. */
async function orderOf(addresses: string[], limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ concurrency: 1, waiting: 1_000, ...limits })
  const leaveFirst = await queue.enter(clientNetworks('198.51.100.1'))
  const served: string[] = []
  const dropped: string[] = []
  const all = addresses.map(async (address) => {
    const leave = await queue.enter(clientNetworks(address))
    ;(leave ? served : dropped).push(address)
    leave?.()
  })
  leaveFirst?.()
  await Promise.all(all)
  return { served, dropped }
}

test('wide networks take turns, then the narrow ones of each', async () => {
  const { served } = await orderOf(['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.9.9.9', '10.8.8.8'])
  expect(served).toEqual(['10.0.0.1', '10.9.9.9', '10.8.8.8', '10.0.0.2', '10.0.0.3', '10.0.0.1'])
})

test('256 household networks of one IPv6 connection count as one', async () => {
  const attackers = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`)
  const { served } = await orderOf([...attackers, '2001:db8:2::1'])
  expect(served.indexOf('2001:db8:2::1')).toBe(1)
})

test('a full queue drops somebody of the longest line, never a newcomer from elsewhere', async () => {
  const attackers = Array.from({ length: 50 }, (_, index) => `10.0.0.${index}`)
  const { served, dropped } = await orderOf([...attackers, '192.0.2.1', '192.0.3.1'], { waiting: 10 })
  expect(served).toHaveLength(10)
  expect(served).toEqual(expect.arrayContaining(['192.0.2.1', '192.0.3.1']))
  expect(dropped).toHaveLength(42)
})

test('who is dropped is drawn: the newest of the longest line may stay', async () => {
  const line = ['10.0.0.1', '10.0.0.1', '10.0.0.2']
  expect((await orderOf(line, { waiting: 2, random: () => 0 })).dropped).toEqual(['10.0.0.1'])
  expect(
    (await orderOf(['10.0.0.1', '10.0.0.2', '10.0.0.3'], { waiting: 2, random: () => 0 })).dropped,
  ).toEqual(['10.0.0.1'])
})

test('one network has no more than its share at work, and leaves the rest to others', async () => {
  const queue = createFairQueue({ concurrency: 4, concurrencyPerNetwork: 2, waiting: 100 })
  const started: string[] = []
  const enter = async (address: string) => {
    const leave = await queue.enter(clientNetworks(address))
    started.push(address)
    return leave
  }
  const first = [enter('10.0.0.1'), enter('10.0.0.2'), enter('10.0.0.3'), enter('192.0.2.1')]
  await Promise.all([first[0], first[1], first[3]])
  expect(started).toEqual(['10.0.0.1', '10.0.0.2', '192.0.2.1'])
  const leave = await first[0]
  leave?.()
  leave?.()
  await first[2]
  expect(started).toEqual(['10.0.0.1', '10.0.0.2', '192.0.2.1', '10.0.0.3'])
})

test('whoever stops waiting gives up the place', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 10 })
  const leaveFirst = await queue.enter(clientNetworks('10.0.0.1'))
  const leaving = new AbortController()
  const gone = queue.enter(clientNetworks('10.0.0.2'), leaving.signal)
  const next = queue.enter(clientNetworks('10.0.0.3'))
  leaving.abort()
  expect(await gone).toBeNull()
  leaveFirst?.()
  expect(await next).toBeTypeOf('function')
})

test('the next is served after work that throws', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 10 })
  const failing = queue.run(clientNetworks('10.0.0.1'), () => Promise.reject(new Error('no')))
  const next = queue.run(clientNetworks('10.0.0.1'), async () => 'served')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('served')
})
