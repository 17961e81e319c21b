import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { acceptCrowds, sharesPorts } from './accept-crowds.ts'

const CROWD = 200
const BACKLOG = 1_000

/** A server, and in how many turns of the event loop it has accepted a crowd that connected while it was busy. */
async function openDoors(andMore: boolean) {
  let accepted = 0
  const server = createServer((_request, response) => response.end('open'))
  server.on('connection', () => accepted++)
  server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG, reusePort: true })
  await once(server, 'listening')
  const stopAccepting = andMore ? await acceptCrowds(server, BACKLOG) : async () => {}
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    await Promise.all([stopAccepting(), new Promise((closed) => server.close(closed))])
  })
  return {
    port,
    async turnsForCrowd() {
      const crowd = Array.from({ length: CROWD }, () => connect({ port, host: '127.0.0.1' }))
      let turns = 0
      for (; accepted < CROWD; turns++) await setImmediate()
      for (const socket of crowd) socket.destroy()
      return turns
    },
  }
}

test.skipIf(!sharesPorts)('a crowd is accepted several at a time', async () => {
  const [alone, together] = [await openDoors(false), await openDoors(true)]
  expect(await alone.turnsForCrowd()).toBeGreaterThanOrEqual(CROWD)
  expect(await together.turnsForCrowd()).toBeLessThan(CROWD / 2)
})

test.skipIf(!sharesPorts)('whichever socket accepts them, all are answered', async () => {
  const { port } = await openDoors(true)
  const visit = async () =>
    (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()
  const answers = await Promise.all(Array.from({ length: 50 }, visit))
  expect(new Set(answers)).toEqual(new Set(['open']))
})
