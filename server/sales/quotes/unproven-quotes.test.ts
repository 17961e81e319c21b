import { expect, test } from 'vitest'
import { openShopForFile, type Person } from '#test/shop.ts'
import { DAILY_LIMITS } from '../../people/users/daily-limits.ts'

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
const query = (sql: string, values: unknown[] = []) => shop.shop.db.$client.query(sql, values)
const [{ _id: productId }] = (await shop.call('GET', '/api/products')).json

const ask = ({ token }: Person, address: string) =>
  shop.call('POST', '/api/quotes', {
    token,
    body: { productId, orders: 500 },
    headers: { 'x-forwarded-for': address },
  })

test.each([
  ['narrow', '192.0.2.1', ['192.0.2.1']],
  ['wide', '192.0.2.0/24', ['192.0.2.2', '192.0.2.3']],
  ['shop', '', ['198.51.100.1', '203.0.113.1']],
] as const)(
  'a %s limit a day for quotes of customers who have not confirmed their email; others ask on',
  async (scope, network, from) => {
    const [stranger, confirmed] = await Promise.all([shop.signUp(), shop.signUp()])
    await query('update users set email_verified_at = now() where email = $1', [confirmed.email])
    await ask(stranger, from[0])
    await query('update daily_counts set count = $1 where scope = $2 and network = $3', [
      DAILY_LIMITS.quote[scope] - 1,
      scope,
      network,
    ])
    const answers = await Promise.all([...from, ...from].map((address) => ask(stranger, address)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.json.error]).toEqual([
      429,
      expect.stringMatching(
        /^The shop has received many requests for quotes .*Confirm your email to send yours now, or try again tomorrow\.$/,
      ),
    ])
    for (const address of from) expect((await ask(confirmed, address)).status).toBe(200)
    await query('delete from daily_counts')
  },
)
