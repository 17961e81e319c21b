import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clientNetworks } from './client-network.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRecentTurns } from './recent-turns.ts'

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
  const { served } = await orderOf(['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.9.9.9', '10.9.9.9', '10.8.8.8'])
  expect(served.slice(0, 3).map((address) => clientNetworks(address).wide)).toEqual([
    '10.8.8.0/24',
    '10.9.9.0/24',
    '10.0.0.0/24',
  ])
  expect(served.filter((address) => address.startsWith('10.0.0')).slice(0, 2)).toEqual(
    expect.arrayContaining(['10.0.0.1', '10.0.0.2']),
  )
})

/** This many networks, each of which asks again as soon as it has had its turn. */
function openFlood(queue: ReturnType<typeof createFairQueue>, networks = 300) {
  const leaving = new AbortController()
  let turns = 0
  const running: (() => void)[] = []
  const ask = async (address: string) => {
    const leave = await queue.enter(clientNetworks(address), leaving.signal)
    if (!leave) return
    turns += 1
    running.push(() => {
      void ask(address)
      leave()
    })
  }
  for (let index = 0; index < networks; index++) void ask(`10.${index >> 8}.${index & 255}.1`)
  return {
    turns: () => turns,
    /** Ends what runs, and what runs then, so many times. */
    async goOn(times: number) {
      for (let time = 0; time < times; time++) {
        running.shift()?.()
        await setImmediate()
      }
    },
    end: () => leaving.abort(),
  }
}

test('while 300 networks ask without pause, a network that asks for little waits for two turns', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 500 })
  const flood = openFlood(queue)
  await flood.goOn(1_500)
  for (const page of ['first', 'second', 'third']) {
    const since = flood.turns()
    const visit = queue.enter(clientNetworks('192.0.2.1'))
    await flood.goOn(3)
    expect(flood.turns() - since, page).toBeLessThanOrEqual(2)
    ;(await visit)?.()
  }
  flood.end()
})

test('a network that nobody has seen waits for two turns, though 300 others came before it that nobody has seen either', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 500 })
  const flood = openFlood(queue)
  await flood.goOn(1)
  const since = flood.turns()
  const visit = queue.enter(clientNetworks('192.0.2.1'))
  await flood.goOn(3)
  expect(flood.turns() - since).toBeLessThanOrEqual(2)
  expect(await visit).toBeTypeOf('function')
  flood.end()
})

test('newcomers do not keep out those who were here before: every third place is theirs', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 500 })
  for (let turn = 0; turn < 50; turn++) (await queue.enter(clientNetworks('192.0.2.1')))?.()
  const flood = openFlood(queue, 2)
  const regular = queue.enter(clientNetworks('192.0.2.1'))
  let newcomers = 0
  void regular.then(() => (newcomers = -1_000))
  for (; newcomers >= 0 && newcomers < 10; newcomers++) {
    void queue.enter(clientNetworks(`10.200.${newcomers}.1`)).then((leave) => leave?.())
    await flood.goOn(1)
  }
  expect(newcomers).toBeLessThan(0)
  flood.end()
})

test('a lower rank comes first, whoever has had more turns, and the highest has to leave a full queue', async () => {
  const rankOf = ({ wide }: { wide: string }) => (wide.startsWith('192') ? 0 : wide.startsWith('10') ? 2 : 1)
  const asking = ['10.0.0.1', '172.16.0.1', '192.0.2.1', '192.0.2.2', '10.0.1.1']
  expect((await orderOf(asking, { rankOf })).served.slice(0, 2)).toEqual(['192.0.2.2', '192.0.2.1'])
  expect((await orderOf(asking, { rankOf, waiting: 3 })).dropped).toEqual(
    expect.arrayContaining(['10.0.0.1', '10.0.1.1']),
  )
})

test('what a network had long ago is forgotten', () => {
  const recent = createRecentTurns(10)
  for (let turn = 0; turn < 5; turn++) recent.add(['early'])
  expect(recent.count('early')).toBe(5)
  for (let turn = 0; turn < 20; turn++) recent.add(['late'])
  expect(recent.count('early')).toBe(0)
})

test('256 household networks of one IPv6 connection count as one', async () => {
  const attackers = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`)
  const { served } = await orderOf([...attackers, '2001:db8:2::1'])
  expect(served.slice(0, 2)).toContain('2001:db8:2::1')
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

/** In which order those are served who have come one after the other, so much time apart, while somebody else was at work. */
async function servedAfterWaiting(addresses: string[], apartMs: number, hadTurns: string[] = []) {
  let time = 0
  const queue = createFairQueue({
    concurrency: 1,
    waiting: 100,
    lateAfterMs: 4,
    placesByNeed: 100,
    now: () => time,
  })
  for (const address of hadTurns) (await queue.enter(clientNetworks(address)))?.()
  const leaveFirst = await queue.enter(clientNetworks('198.51.100.1'))
  const served: string[] = []
  const all = addresses.map(async (address) => {
    const entered = queue.enter(clientNetworks(address))
    time += apartMs
    const leave = await entered
    served.push(address)
    leave?.()
  })
  leaveFirst?.()
  await Promise.all(all)
  return served
}

test('whoever has had turns comes after a newcomer who is late', async () => {
  const served = await servedAfterWaiting(['192.0.2.1', '10.0.0.1'], 6, ['10.0.0.1'])
  expect(served).toEqual(['192.0.2.1', '10.0.0.1'])
})

test('the wait in another queue before this one counts as late', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 10, lateAfterMs: 4, placesByNeed: 100 })
  const leaveFirst = await queue.enter(clientNetworks('198.51.100.1'))
  const served: string[] = []
  const enter = async (address: string, waitedMs: number) => {
    const leave = await queue.enter(clientNetworks(address), undefined, waitedMs)
    served.push(address)
    leave?.()
  }
  const all = [enter('10.0.0.1', 60_000), enter('10.0.1.1', 30_000), enter('10.0.2.1', 0)]
  leaveFirst?.()
  await Promise.all(all)
  expect(served).toEqual(['10.0.2.1', '10.0.1.1', '10.0.0.1'])
})

test('of equals those who can still be served in time come first, the oldest before the others, then who is least late', async () => {
  const served = await servedAfterWaiting(['10.0.0.1', '10.0.1.1', '10.0.2.1', '10.0.3.1', '10.0.4.1'], 2)
  expect(served).toEqual(['10.0.3.1', '10.0.4.1', '10.0.2.1', '10.0.1.1', '10.0.0.1'])
})
