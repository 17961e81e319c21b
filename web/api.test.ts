import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError, apiAt, setTokenSource } from './api.ts'

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
type Reply = { status?: number; headers?: Record<string, string>; body: string }

let server: Server
let base: string
let seen: Seen[]
let reply: Reply

beforeEach(async () => {
  seen = []
  reply = { body: '{}' }
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  setTokenSource(async () => 'the-token')
})

afterEach(() => new Promise((closed) => server.close(closed)))

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error as ApiError,
  )

test('a call uses the method and path of the contract and sends and reads JSON', async () => {
  reply = { body: '{"success":true,"message":"Kept"}' }
  const body = { name: 'Ada', email: 'ada@shop.example', feedback: 'Good nails' }
  expect(await apiAt(base).sendFeedback({ body })).toEqual({ success: true, message: 'Kept' })
  expect(seen).toMatchObject([
    { method: 'POST', url: '/api/feedback', headers: { 'content-type': 'application/json' } },
  ])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
})

test('what stands in a path or query cannot leave its place', async () => {
  await apiAt(base).getProduct({ params: { id: '../user?x=1#y' } })
  await apiAt(base).listOwnBookings({ query: { email: 'a+b&c=d@shop.example' } })
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/product/..%2Fuser%3Fx%3D1%23y',
    '/api/myitem?email=a%2Bb%26c%3Dd%40shop.example',
  ])
})

test('a call whose token is refused is made once more with another one, and no further', async () => {
  reply = { status: 401, body: '{"success":false,"error":"Log in to do this"}' }
  setTokenSource(async (refused) => (refused ? `after ${refused}` : 'old'))
  expect(await refusalOf(apiAt(base).listUsers())).toMatchObject({ status: 401 })
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer after old'])
  setTokenSource(async (refused) => (refused ? null : 'old'))
  expect(await refusalOf(apiAt(base).listUsers())).toMatchObject({ status: 401 })
  expect(seen).toHaveLength(3)
})

test('the bearer goes only to calls that are not for anyone', async () => {
  reply = { body: '[]' }
  await apiAt(base).listProducts()
  await apiAt(base).listUsers()
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer the-token'])
})

test('without a session a call goes out without a bearer', async () => {
  setTokenSource(async () => null)
  await apiAt(base).listUsers()
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

test('a file comes as it is, and its refusal as a sentence', async () => {
  reply = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }
  const file = await apiAt(base).getInvoice({ params: { id: 'one' } })
  expect([file.type, await file.text()]).toEqual(['application/pdf', '%PDF-1.7'])
  reply = { status: 404, body: '{"success":false,"error":"No such order"}' }
  const params = { id: 'one', number: 'C-2026-000003' }
  const error = await refusalOf(apiAt(base).getCreditNote({ params }))
  expect([error.status, error.message]).toEqual([404, 'No such order'])
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/booking/one/invoice.pdf',
    '/api/booking/one/credit-notes/C-2026-000003.pdf',
  ])
})

test('a refusal carries status, sentence, field and request id', async () => {
  reply = {
    status: 400,
    body: '{"success":false,"error":"The email is required","field":"email","requestId":"req-7"}',
  }
  const error = await refusalOf(apiAt(base).listProducts())
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 400, field: 'email', requestId: 'req-7' })
  expect(error.message).toBe('The email is required')
})

test.for([
  { status: 502, body: '<h1>Bad gateway</h1>' },
  { status: 200, body: '<h1>Log in to the hotel network</h1>' },
  { status: 500, body: '{}' },
])('an answer that is not the shop’s own ($status $body) becomes a sentence for people', async (given) => {
  reply = given
  const error = await refusalOf(apiAt(base).listProducts())
  expect(error).toMatchObject({ status: given.status })
  expect(error.message).toMatch(/^The shop can’t respond right now/)
})

test('no connection is a sentence about the connection', async () => {
  const nobody = apiAt('http://127.0.0.1:1/api')
  const error = await refusalOf(nobody.listProducts())
  expect(error).toMatchObject({ status: 0 })
  expect(error.message).toBe('The shop cannot be reached. Check your connection and try again.')
})

test('a call that its caller gave up is not reported as a lost connection', async () => {
  const error = await refusalOf(apiAt(base).listProducts({ signal: AbortSignal.abort() }))
  expect(error.name).toBe('AbortError')
})

test('a body without success is an error, whatever the status says', async () => {
  reply = { status: 200, body: '{"success":false,"error":"The shelf is full"}' }
  const body = { name: 'Ada', email: 'ada@shop.example', feedback: 'Good nails' }
  const refusal = await refusalOf(apiAt(base).sendFeedback({ body }))
  expect(refusal).toMatchObject({ name: 'ApiError', message: 'The shelf is full' })
})
