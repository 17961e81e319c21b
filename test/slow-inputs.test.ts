import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { othersCalls } from './bad-input-run.ts'
import { rawRequest } from './raw-request.ts'
import { openShopForFile } from './shop.ts'
import { type SlowInput, slowHeaders, slowInputs } from './slow-inputs.ts'

// Reading 95 KB takes some milliseconds; a pattern that is quadratic takes seconds.
const MAX_MS = 300

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const calls: Record<string, Endpoint> = { ...endpoints, ...othersCalls }

/** How long this thread computed for a request, whatever else the machine is doing. */
async function send(method: string, { target, headers, body }: SlowInput) {
  const sent = {
    authorization: `Bearer ${admin.token}`,
    origin: shop.origin,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const before = process.threadCpuUsage()
  const { status } = await rawRequest(shop.origin, target, {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
  })
  const { user, system } = process.threadCpuUsage(before)
  return { status, tookMs: (user + system) / 1000 }
}

test.each(Object.keys(calls))(
  'no text in any field of %s holds up the shop',
  async (name) => {
    const endpoint = calls[name] as Endpoint
    for (const input of slowInputs(endpoint, admin.email)) {
      const { status, tookMs } = await send(endpoint.method, input)
      expect(status, input.what).toBeLessThan(500)
      expect(tookMs, input.what).toBeLessThan(MAX_MS)
    }
  },
  120_000,
)

test('no header holds up the shop', async () => {
  for (const input of slowHeaders()) {
    const { status, tookMs } = await send('GET', input)
    expect(status, input.what).toBeLessThan(500)
    expect(tookMs, input.what).toBeLessThan(MAX_MS)
  }
})
