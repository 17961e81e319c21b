import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import { createPasswordTurns } from './password-turns.ts'

type Turns = ReturnType<typeof createPasswordTurns>
type SignIn = { account?: string; known?: boolean; guesses?: number }

/** As many hashes as fit are under way; each time one of them is done, the next in turn begins. */
function openQueue(turns: Turns) {
  const hashing: (() => void)[] = []
  const order: string[] = []
  const { signal } = new AbortController()
  const hash = (address: string) => async () => {
    order.push(address)
    await new Promise<void>((done) => hashing.push(done))
    return 'hashed'
  }
  const networksOf = (address: string) => ({ networks: clientNetworks(address), signal })
  return {
    order,
    signIn: (address: string, { account = 'a@example.com', known = false, guesses = 0 }: SignIn = {}) =>
      turns.check(networksOf(address), { account, known, guesses }, hash(address)),
    signUp: (address: string) => turns.choose(networksOf(address), hash(address)),
    async hashed(times: number) {
      for (let time = 0; time < times; time++) {
        await setImmediate()
        hashing.shift()?.()
        await setImmediate()
      }
    },
  }
}

const ATTACKERS = Array.from({ length: 300 }, (_, index) => `10.${index >> 8}.${index & 255}.1`)
const open = () => createPasswordTurns({ bounded: true })

test('two hash at once', async () => {
  const { order, signIn, hashed } = openQueue(open())
  for (const address of ATTACKERS.slice(0, 5)) void signIn(address)
  await setImmediate()
  expect(order).toHaveLength(2)
  await hashed(1)
  expect(order).toHaveLength(3)
})

test('after 300 networks have guessed once, a newcomer waits for two turns at most', async () => {
  const { order, signIn, hashed } = openQueue(open())
  for (const address of ATTACKERS) void signIn(address)
  await hashed(ATTACKERS.length)
  for (const address of ATTACKERS) void signIn(address)
  for (let newcomer = 0; newcomer < 20; newcomer++) {
    const address = `192.0.${newcomer}.1`
    void signIn(address, { account: `${newcomer}@example.com` })
    await hashed(3)
    expect(order.slice(-3)).toContain(address)
  }
})

test('of many who try one account at the same moment, all but the first come after those who try another', async () => {
  const { order, signIn, hashed } = openQueue(open())
  for (const address of ATTACKERS) void signIn(address)
  for (let newcomer = 0; newcomer < 10; newcomer++)
    void signIn(`192.0.${newcomer}.1`, { account: `${newcomer}@example.com` })
  await hashed(20)
  expect(order.filter((address) => address.startsWith('192.'))).toHaveLength(10)
})

test('strangers to an account that is guessed at come after those to others, its own networks before both', async () => {
  const { order, signIn, hashed } = openQueue(open())
  for (const address of ATTACKERS) void signIn(address, { guesses: 30 })
  await hashed(2)
  void signIn('192.0.2.1', { account: 'other@example.com' })
  void signIn('192.0.3.1', { known: true, guesses: 30 })
  order.length = 0
  await hashed(3)
  expect(order.filter((address) => address.startsWith('192'))).toEqual(['192.0.3.1', '192.0.2.1'])
})

test('300 networks that sign in to accounts of their own again and again do not keep out newcomers', async () => {
  const { order, signIn, hashed } = openQueue(open())
  const signInAll = () => {
    for (const address of ATTACKERS) void signIn(address, { account: `${address}@example.com`, known: true })
  }
  signInAll()
  await hashed(ATTACKERS.length)
  signInAll()
  for (let newcomer = 0; newcomer < 20; newcomer++) {
    const address = `192.0.${newcomer}.1`
    void signIn(address, { account: `${newcomer}@example.com` })
    await hashed(4)
    expect(order.slice(-4)).toContain(address)
  }
})

test('sign-ups of 300 networks come after sign-ins, and yet go on', async () => {
  const { order, signIn, signUp, hashed } = openQueue(open())
  for (const address of ATTACKERS) void signUp(address)
  await hashed(2)
  order.length = 0
  for (let newcomer = 0; newcomer < 40; newcomer++) {
    void signIn(`192.0.${newcomer}.1`, { account: `${newcomer}@example.com` })
    await hashed(1)
  }
  const signUps = order.filter((address) => address.startsWith('10'))
  expect(signUps.length).toBeGreaterThan(2)
  expect(signUps.length).toBeLessThan(10)
})

test('a full queue sends those away that ask most, nobody for being new; without limits it is never full', async () => {
  const turns = open()
  const { signIn } = openQueue(turns)
  const left: string[] = []
  const enter = (address: string) => void signIn(address).then((result) => result ?? left.push(address))
  for (let round = 0; round < 3; round++) for (const address of ATTACKERS) enter(address)
  const newcomers = Array.from({ length: 100 }, (_, index) => `192.0.${index}.1`)
  for (const address of newcomers) enter(address)
  await setImmediate()
  expect(left).toHaveLength(3 * ATTACKERS.length + newcomers.length - 2 - 600)
  expect(left.filter((address) => address.startsWith('192'))).toEqual([])

  const unbounded = openQueue(createPasswordTurns({ bounded: false }))
  const refused: unknown[] = []
  for (let sent = 0; sent < 2_000; sent++)
    void unbounded.signIn('192.0.2.1').then((result) => refused.push(result))
  await setImmediate()
  expect(refused).toEqual([])
})

test('whoever leaves gives up the place', async () => {
  const turns = open()
  const { order, signIn, hashed } = openQueue(turns)
  for (const address of ATTACKERS.slice(0, 2)) void signIn(address)
  const leaving = new AbortController()
  const networks = clientNetworks('192.0.2.1')
  const gone = turns.choose({ networks, signal: leaving.signal }, async () => order.push('gone'))
  void signIn('192.0.3.1')
  leaving.abort()
  expect(await gone).toBeNull()
  await hashed(1)
  expect(order.at(-1)).toBe('192.0.3.1')
})
