import { connect, type Socket } from 'node:net'

/** What a load is made of: whole HTTP requests as they go over the wire, in turn on each connection, one at a time. */
export type Load = {
  port: number
  requests: string[]
  connections: number
  seconds: number
  /** So many whether or not those before were answered; without it, each connection asks again as soon as it is answered. */
  pacePerSecond?: number
}
export type LoadResult = {
  /** Of those that were served, until the last answer: 200 or 304. */
  perSecond: number
  /** How often each of the requests was served. */
  served: number[]
  /** From the moment they were due. */
  p50Ms: number
  p99Ms: number
  statuses: Record<number, number>
  refused: number
  /** Answered 503 without saying when to come back. */
  withoutRetryAfter: number
  /** Connections that ended before their answer. */
  broken: number
  unanswered: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const MAX_HEAD_LENGTH = 4096
const SERVED = new Set([200, 304])
const TURN_MS = 5
const PATIENCE_MS = 30_000

// Runs as a process of its own, so that asking costs the one who answers nothing but the machine's other core.
process.on('message', async (load: Load) => process.send?.(await fire(load)))

async function fire({ port, requests, connections, seconds, pacePerSecond }: Load): Promise<LoadResult> {
  const tookMs: number[] = []
  const statuses: Record<number, number> = {}
  const sockets = new Set<Socket>()
  const idle: ((since: number) => void)[] = []
  /** When those were due that no connection was free for. */
  const late: number[] = []
  let withoutRetryAfter = 0
  let broken = 0
  let asked = 0
  let answers = 0
  const served = requests.map(() => 0)

  /** Gives the means to ask on one connection. */
  function open(place: number): Promise<(since: number) => void> {
    const { promise, resolve } = Promise.withResolvers<(since: number) => void>()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let turn = place
    let since = 0
    let missing = 0
    let status = 0
    let current = 0
    const ask = (due: number) => {
      since = due
      asked++
      current = turn++ % requests.length
      socket.write(requests[current] as string)
    }
    socket.once('connect', () => resolve(ask))
    socket.on('data', (chunk) => {
      if (missing === 0) {
        const head = chunk.indexOf(END_OF_HEAD)
        // An answer's head is short and comes in one piece; anything else would be counted as a break.
        if (head < 0 || head > MAX_HEAD_LENGTH) return socket.destroy(new Error('no head'))
        const text = chunk.toString('latin1', 0, head)
        status = Number(text.slice(9, 12))
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 503 && !/\r\nretry-after: \d/i.test(text)) withoutRetryAfter++
        const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
        if (Number.isNaN(length)) return socket.destroy(new Error('no length'))
        missing = length + head + END_OF_HEAD.length
      }
      missing -= chunk.length
      if (missing > 0) return
      answers++
      if (SERVED.has(status)) {
        tookMs.push(performance.now() - since)
        served[current] = (served[current] ?? 0) + 1
      }
      missing = 0
      answered(ask)
    })
    socket.on('error', () => broken++)
    socket.once('close', () => {
      sockets.delete(socket)
      resolve(() => {})
    })
    sockets.add(socket)
    return promise
  }

  const opened = await Promise.all(Array.from({ length: connections }, (_, place) => open(place)))
  const { promise: all, resolve: allAnswered } = Promise.withResolvers<void>()
  const began = performance.now()
  const end = began + seconds * 1000

  function answered(ask: (since: number) => void) {
    const now = performance.now()
    if (pacePerSecond === undefined && now < end) return ask(now)
    const due = late.shift()
    if (due !== undefined) return ask(due)
    idle.push(ask)
    if (now >= end && idle.length >= sockets.size) allAnswered()
  }

  let due = 0
  const turns = setInterval(() => {
    const now = Math.min(performance.now(), end)
    for (; pacePerSecond && due < ((now - began) / 1000) * pacePerSecond; due++) {
      const ask = idle.pop()
      if (ask) ask(now)
      else late.push(now)
    }
    if (now < end) return
    clearInterval(turns)
    if (late.length === 0 && idle.length >= sockets.size) allAnswered()
  }, TURN_MS)
  for (const ask of opened) answered(ask)
  const patience = setTimeout(allAnswered, seconds * 1000 + PATIENCE_MS)
  await all
  clearTimeout(patience)
  const took = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN
  return {
    perSecond: tookMs.length / took,
    served,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    statuses,
    refused: answers - tookMs.length,
    withoutRetryAfter,
    broken,
    unanswered: asked + late.length - answers,
  }
}
