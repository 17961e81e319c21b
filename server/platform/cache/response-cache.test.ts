import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuse } from '../refusals/refuse.ts'
import { type CachedResponse, toCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'
import { createTagVersions } from './tag-versions.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

type Asking = { request: IncomingMessage; begin: () => void; refuse: () => void }

/** A cache in which nobody's turn comes before the test says so. */
function openCache() {
  const waiting: Asking[] = []
  let free = false
  let ended = 0
  const endTurn = () => void ended++
  const cache = createResponseCache({
    tagVersions: createTagVersions(),
    log: { warn: () => {}, error: () => {} },
    turns: {
      enterAtOnce: () => (free ? endTurn : null),
      enter: (request, signal) =>
        new Promise((resolve, reject) => {
          waiting.push({ request, begin: () => resolve(endTurn), refuse: () => reject(refuse.unavailable()) })
          signal.addEventListener('abort', () => reject(refuse.unavailable()))
        }),
    },
  })
  const created: string[] = []
  const entry = (address: string) => ({
    address,
    tags: ['catalogue'] as const,
    staleIfError: false,
    async create(): Promise<CachedResponse> {
      created.push(address)
      return toCachedResponse({ body: Buffer.from(address), headers: {}, route: '/', compress: 'never' })
    },
  })
  const request = {} as IncomingMessage
  return {
    waiting,
    created,
    ended: () => ended,
    setFree: (isFree: boolean) => {
      free = isFree
    },
    find: async (address: string) => cache.findOrCreate(entry(address), request),
    findFresh: (address: string) => cache.findFresh(address, request),
    size: () => cache.takeStatistics().entries,
  }
}

test('whoever has their turn first creates the response for all who wait, and their places are free again', async () => {
  const { waiting, created, ended, find } = openCache()
  const asking = [find('/page'), find('/page'), find('/page')]
  await vi.waitUntil(() => waiting.length === 3)
  waiting[1]?.begin()
  const responses = await Promise.all(asking)
  expect(new Set(responses).size).toBe(1)
  expect(created).toEqual(['/page'])
  expect(ended()).toBe(1)
})

test('what somebody else has created meanwhile is not created again', async () => {
  const { waiting, created, ended, find } = openCache()
  const asking = [find('/page'), find('/page')]
  await vi.waitUntil(() => waiting.length === 2)
  for (const { begin } of waiting) begin()
  await Promise.all(asking)
  expect(created).toEqual(['/page'])
  expect(ended()).toBe(2)
})

test('whoever has to leave the queue is refused, leaves nothing behind, and the others wait on', async () => {
  const { waiting, created, find, size } = openCache()
  const [first, second] = [find('/page'), find('/page')]
  await vi.waitUntil(() => waiting.length === 2)
  waiting[0]?.refuse()
  await expect(first).rejects.toMatchObject({ status: 503 })
  waiting[1]?.begin()
  expect((await second)?.status).toBe(200)
  const third = find('/other')
  await vi.waitUntil(() => waiting.length === 3)
  waiting[2]?.refuse()
  await expect(third).rejects.toMatchObject({ status: 503 })
  expect([created, size()]).toEqual([['/page'], 1])
})

test('an early refresh waits for nobody: it is left out while others have the places', async () => {
  const { waiting, created, find, findFresh, setFree } = openCache()
  const first = find('/page')
  await vi.waitUntil(() => waiting.length === 1)
  waiting[0]?.begin()
  await first
  vi.advanceTimersByTime(900)
  for (let again = 0; again < 5; again++) expect(findFresh('/page')).not.toBeNull()
  expect(created).toHaveLength(1)
  setFree(true)
  for (let again = 0; again < 5; again++) expect(findFresh('/page')).not.toBeNull()
  expect(created).toHaveLength(2)
})
