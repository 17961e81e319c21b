import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pickDeclared } from './pick-declared.ts'
import { serve } from './serve-endpoint.ts'
import { serveList } from './serve-list.ts'

const item = z.object({
  name: z.string(),
  note: z.string().optional(),
  parts: z.array(z.object({ size: z.number() })).nullable(),
  value: z.union([z.string(), z.array(z.object({ of: z.string() }))]),
})
const declared = { name: 'Saw', note: 'Sharp', parts: [{ size: 1 }], value: [{ of: 'steel' }] }
const leaking = {
  ...declared,
  passwordHash: 'x',
  parts: [{ size: 1, cost: 2 }],
  value: [{ of: 'steel', from: 'whom' }],
}

function openApp() {
  const log: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } })
  app.decorate('mounted', [])
  app.decorate('authenticate', async () => {
    throw new Error('nobody has to sign in here')
  })
  return { app, reported: () => log.map((line) => JSON.parse(line).field) }
}
const call = { summary: 'Of this test', method: 'GET', access: 'anyone' } as const

test('a field that the contract does not declare never leaves the server, at any depth, and is logged once', async () => {
  const { app, reported } = openApp()
  serve(app, { ...call, path: '/item', response: item }, () => leaking)
  for (let again = 0; again < 2; again++)
    expect((await app.inject('/item')).payload).toBe(JSON.stringify(declared))
  expect(reported()).toEqual(['cost', 'from', 'passwordHash'])
})

test('nor does it in a list, whole or by the page', async () => {
  const { app, reported } = openApp()
  const query = z.object({ page: z.string() }).partial()
  serveList(
    app,
    { ...call, path: '/items', query, response: z.array(item) },
    {
      all: () => [[leaking], [leaking, leaking]],
      search: async () => ({ found: [leaking], total: 1, exact: true }),
    },
  )
  expect((await app.inject('/items')).json()).toEqual([declared, declared, declared])
  expect((await app.inject('/items?page=1')).json()).toEqual([declared])
  expect(reported()).toEqual(['cost', 'from', 'passwordHash'])
})

test('an answer whose shape cannot be followed is refused when it is mounted', () => {
  expect(() => pickDeclared(z.record(z.string(), z.string()))).toThrow('An answer cannot contain a record')
  const two = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
  expect(() => pickDeclared(two)).toThrow('An answer cannot be one of several objects')
})
