import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { createTagVersions } from '../cache/tag-versions.ts'
import { rememberBriefly } from '../concurrency/remember-briefly.ts'
import { withRequest } from '../log/request-context.ts'
import { connect } from './connect.ts'
import { batchLookups } from './queries/batch-lookups.ts'
import { POOL_EXHAUSTED } from './shared-pool.ts'

const SIZE = 2
const CROWD = Array.from({ length: 60 }, (_, index) => `10.0.${index}.1`)

/** A small pool, and in which order clients get one of its connections. */
function openPool() {
  const { $client: pool } = connect({ connectionString: inject('databaseServer') }, () => {}, SIZE)
  onTestFinished(() => pool.end())
  const order: string[] = []
  const asFrom = <Result>(address: string, work: () => Promise<Result>) =>
    withRequest({ id: address, networks: () => clientNetworks(address) }, work)
  const ask = (address: string) =>
    asFrom(address, async () => {
      await pool.query('select 1')
      order.push(address)
    })
  const takeAll = () => Promise.all(Array.from({ length: SIZE }, () => pool.connect()))
  return { pool, order, asFrom, ask, takeAll }
}

test('a crowd of networks that has been served does not delay a newcomer', async () => {
  const { order, ask, takeAll } = openPool()
  await Promise.all(CROWD.map(ask))
  const taken = await takeAll()
  const asked = [...CROWD, ...CROWD].map(ask)
  const newcomer = ask('192.0.2.1')
  await setImmediate()
  for (const client of taken) client.release()
  await Promise.all([...asked, newcomer])
  expect(order.indexOf('192.0.2.1') - CROWD.length).toBeLessThanOrEqual(2 * SIZE)
})

test('a request that has begun gets its next connections before others begin', async () => {
  const { pool, order, asFrom, ask, takeAll } = openPool()
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const transfer = asFrom(CROWD[0] as string, async () => {
    await pool.query('select 1')
    begun.resolve()
    await goOn.promise
    for (let statement = 0; statement < 5; statement++) await pool.query('select 1')
    order.push('transfer')
  })
  await begun.promise
  const taken = await takeAll()
  const asked = CROWD.map(ask)
  goOn.resolve()
  await setImmediate()
  for (const client of taken) client.release()
  await Promise.all([...asked, transfer])
  expect(order.indexOf('transfer')).toBeLessThan(CROWD.length / 3)
})

test('a newcomer who shares a lookup, a read or a page with somebody of the crowd does not wait with them', async () => {
  const { pool, order, asFrom, ask, takeAll } = openPool()
  const find = batchLookups(async (ids) => {
    await pool.query('select 1')
    return new Map(ids.map((id) => [id, id]))
  })
  const read = rememberBriefly(() => pool.query('select 1'), 1_000)
  const turns = { enter: async () => () => {}, enterAtOnce: () => null }
  const log = { warn: () => {}, error: () => {} }
  const cache = createResponseCache({ tagVersions: createTagVersions(), log, turns })
  const create = () => pool.query('select 1').then(() => null)
  const page = { address: '/page', tags: [], create, staleIfError: false }
  const findPage = async () => cache.findOrCreate(page, {} as IncomingMessage)
  await Promise.all(CROWD.map(ask))
  const taken = await takeAll()
  const asked = CROWD.map(ask)
  const kinds: ((address: string) => Promise<unknown>)[] = [find, read, findPage]
  const shared = kinds.flatMap((work) =>
    [CROWD[0] as string, '192.0.2.1'].map((address) =>
      asFrom(address, () => work(address)).then(() => order.push('shared')),
    ),
  )
  await setImmediate()
  await setImmediate()
  for (const client of taken) client.release()
  await Promise.all([...asked, ...shared])
  expect(order.lastIndexOf('shared') - CROWD.length).toBeLessThan(CROWD.length / 3)
})

test('what belongs to no request passes them', async () => {
  const { pool, order, ask, takeAll } = openPool()
  const taken = await takeAll()
  const asked = CROWD.map(ask)
  await setImmediate()
  const job = pool.query('select 1').then(() => order.push('job'))
  expect(pool.waitingInAll).toBe(CROWD.length + 1)
  for (const client of taken) client.release()
  await Promise.all([...asked, job])
  expect(order.indexOf('job')).toBeLessThanOrEqual(2 * SIZE)
})

test('whoever waits for too long is told that all connections are busy; those after them are served', async () => {
  const { pool, order, asFrom, ask, takeAll } = openPool()
  const taken = await takeAll()
  const asked = CROWD.map(ask)
  const transaction = asFrom('192.0.2.1', () => pool.connect())
  for (const answer of await Promise.allSettled([...asked, transaction]))
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: POOL_EXHAUSTED } })
  for (const client of taken) client.release()
  await Promise.all(CROWD.map(ask))
  expect(order).toHaveLength(CROWD.length)
  expect(pool.waitingInAll).toBe(0)
})

test('a statement that fails gives its turn back', async () => {
  const { pool, asFrom } = openPool()
  for (const address of CROWD)
    await expect(asFrom(address, () => pool.query('select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await asFrom('192.0.2.1', () => pool.query('select 1'))).toMatchObject({ rowCount: 1 })
})
