import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type SentRequest = { method: string; path: string; headers?: Record<string, string>; body?: string }
/** What attackers do: on each connection one request after the other, until the time is over. */
export type Assault = {
  connections: number
  /** Where the connections come from, in turn. */
  addresses: string[]
  /** Source addresses; the connections take them in rotation. */
  requests: SentRequest[]
  /** On each connection between an answer and the next request. */
  pauseMs?: number
}
export type Target = { port: number; seconds: number }
/** How often the attackers got which answer. */
export type Got = { broken: number; [status: number]: number }

const MAX_REQUESTS = 500_000
const AFTER_BREAK_MS = 100
const GRACE_MS = 10_000

// Runs as a process of its own. Whatever happens to its parent, it ends by itself.
process.once('disconnect', () => process.exit())
process.once('message', async (sent: Assault & Target) => {
  setTimeout(() => process.exit(1), sent.seconds * 1000 + GRACE_MS).unref()
  const got = await attack(sent)
  process.send?.(got, () => process.exit())
})

async function attack({ port, seconds, connections, addresses, requests, pauseMs = 0 }: Assault & Target) {
  const got: Got = { broken: 0 }
  const agents: Agent[] = []
  let timeIsOver = false
  let asked = 0

  async function keepAsking(place: number) {
    const localAddress = addresses[place % addresses.length] as string
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    agents.push(agent)
    for (let turn = place; !timeIsOver && asked < MAX_REQUESTS; turn += connections) {
      asked++
      const next = requests[turn % requests.length] as SentRequest
      const status = await ask(next, { port, agent, localAddress }).catch(() => 'broken' as const)
      if (timeIsOver) return
      got[status] = (got[status] ?? 0) + 1
      const waitMs = status === 'broken' ? AFTER_BREAK_MS : pauseMs
      if (waitMs > 0) await delay(waitMs)
    }
  }
  setTimeout(() => {
    timeIsOver = true
    for (const agent of agents) agent.destroy()
  }, seconds * 1000)
  await Promise.all(Array.from({ length: connections }, (_, place) => keepAsking(place)))
  return got
}

function ask(
  { method, path, headers, body }: SentRequest,
  from: { port: number; agent: Agent; localAddress: string },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
  const target = { host: '127.0.0.1', ...from, method, path, headers: { ...headers, ...length } }
  const sent = request(target, (answer) => {
    answer.resume()
    answer.once('end', () => resolve(answer.statusCode ?? 0))
    answer.once('error', reject)
  })
  sent.once('error', reject)
  sent.end(body)
  return promise
}
