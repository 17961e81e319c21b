import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { until } from './until.ts'

export interface ReceivedWebhook {
  payload: string
  signature: string
  event: Stripe.Event
}

/** A shop's webhook address that keeps what arrives and answers as told. */
export async function receiveWebhooks() {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const payload = Buffer.concat(chunks).toString('utf8')
    const signature = String(request.headers['stripe-signature'])
    received.push({ payload, signature, event: JSON.parse(payload) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const deliveriesOf = (type: string) => received.filter(({ event }) => event.type === type)
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answerWith: (next: number) => {
      status = next
    },
    deliveries: (type: string, count = 1) =>
      until(`${count} × ${type}`, () =>
        deliveriesOf(type).length >= count ? deliveriesOf(type) : undefined,
      ),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
