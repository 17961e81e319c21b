import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The bytes of one answer, headers in the order and spelling in which they came. */
export type ResponseBytes = { status: number; headers: string[]; body: string }

let answer = { status: 200, headers: [] as string[], body: Buffer.alloc(0) }

/** What Node can do at best: the same bytes for every request, without looking at it. */
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
process.on('message', (told: ResponseBytes | 'metrics') => {
  if (told === 'metrics') return
  const { status, headers, body } = told
  answer = { status, headers, body: Buffer.from(body, 'base64') }
  process.send?.('set')
})
// Without naming an interface, as the shop listens.
server.listen(0, () => process.send?.((server.address() as AddressInfo).port))
