import { connect } from 'node:net'

/** What a load is made of: whole HTTP requests as they go over the wire, in turn on each connection, one at a time. */
export type Load = { port: number; requests: string[]; connections: number; seconds: number }
export type Fired = { perSecond: number; p50Ms: number; p99Ms: number; refused: number; broken: number }

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LONGEST_HEAD = 4096

// Runs as a process of its own, so that asking costs the one who answers nothing but the machine's other core.
process.on('message', async (load: Load | 'insides') => {
  if (load !== 'insides') process.send?.(await fire(load))
})

async function fire({ port, requests, connections, seconds }: Load): Promise<Fired> {
  const tookMs: number[] = []
  let refused = 0
  let broken = 0
  const end = performance.now() + seconds * 1000

  /** One connection that asks again as soon as it is answered. */
  function ask(place: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let turn = place
    let since = 0
    let missing = 0
    const next = () => {
      since = performance.now()
      if (since >= end) return socket.end()
      socket.write(requests[turn++ % requests.length] as string)
    }
    socket.once('connect', next)
    socket.on('data', (chunk) => {
      if (missing === 0) {
        const head = chunk.indexOf(END_OF_HEAD)
        // An answer's head is short and comes in one piece; anything else would be counted as a break.
        if (head < 0 || head > LONGEST_HEAD) return socket.destroy(new Error('no head'))
        const text = chunk.toString('latin1', 0, head)
        const status = Number(text.slice(9, 12))
        if (status !== 200 && status !== 304) refused++
        const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
        if (Number.isNaN(length)) return socket.destroy(new Error('no length'))
        missing = length + head + END_OF_HEAD.length
      }
      missing -= chunk.length
      if (missing > 0) return
      tookMs.push(performance.now() - since)
      missing = 0
      next()
    })
    socket.on('error', () => broken++)
    socket.once('close', resolve)
    return promise
  }

  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, place) => ask(place)))
  const took = (performance.now() - began) / 1000
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN
  return { perSecond: tookMs.length / took, p50Ms: at(0.5), p99Ms: at(0.99), refused, broken }
}
