import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { openShopForFile } from '#test/shop.ts'
import { newId } from '../database/queries/new-id.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const calls = Object.values(endpoints).flatMap((endpoint) =>
  // Whose email it is comes first: another's is refused, whatever it looks like.
  'noun' in endpoint && endpoint.access !== 'self' ? endpoint : [],
)
const ask = ({ method, path }: (typeof calls)[number], value: string) =>
  shop.call(method, `/api${path.replace(/:\w+/g, value)}`, { token: admin.token })
const nothing = (noun: string) => [404, { success: false, error: `No such ${noun}` }]

test.each(calls.filter(({ path }) => !path.includes(':slug')))(
  '$method $path with something else in its place: no such $noun',
  async (endpoint) => {
    const { status, json } = await ask(endpoint, 'n.o.p.e')
    expect([status, json]).toEqual(nothing(endpoint.noun))
  },
)

test.each(calls.filter(({ method, path }) => method === 'GET' && path.includes(':id')))(
  '$method $path with an unknown id says the same',
  async (endpoint) => {
    const { status, json } = await ask(endpoint, newId())
    expect([status, json]).toEqual(nothing(endpoint.noun))
  },
)
