import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { openShopForFile } from '#test/shop.ts'
import { exampleBodies } from '../platform/openapi/api-examples.ts'
import { describeApi } from '../platform/openapi/api-reference.ts'
import { identityCalls } from '../platform/openapi/openapi-identity.ts'

const shop = await openShopForFile()
const { groups, objects } = describeApi('The Shop', 'https://shop.example')
const calls = groups.flatMap((group) => group.calls)

test('/docs has every call of the table and of the identity service, once', async () => {
  const { status, text } = await shop.call('GET', '/docs')
  expect(status).toBe(200)
  const identity = Object.values(identityCalls).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const names = [...Object.keys(endpoints), ...identity]
  expect(calls.map(({ id }) => id).sort()).toEqual(names.sort())
  for (const name of names) expect(text.split(` id="${name}"`), name).toHaveLength(2)
  for (const { path } of calls) expect(text).toContain(path)
})

test('every example of a body is one that the call takes', () => {
  for (const [name, endpoint] of Object.entries(endpoints))
    if ('body' in endpoint)
      expect((endpoint.body as z.ZodType).safeParse(exampleBodies[name]).error, name).toBeUndefined()
  for (const { example, id } of calls)
    expect(example.match(/'/g)?.length ?? 0, id).toSatisfy((quotes) => quotes % 2 === 0)
})

test('every type is said in words, and every object that is named is described', () => {
  const fields = [...calls, ...objects].flatMap((described) =>
    'fields' in described
      ? described.fields
      : [described.answer.type, ...described.parameters, ...described.body, ...described.answer.fields],
  )
  for (const { type, object } of fields) {
    expect(type + (object ?? '')).toMatch(/^[^{}[\]]+$/)
    if (object) expect(objects.map(({ name }) => name)).toContain(object)
  }
})
