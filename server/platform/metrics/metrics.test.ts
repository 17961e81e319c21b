import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { freshDatabase } from '#test/database.ts'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { freePort } from '#test/free-port.ts'
import { openTestShop } from '#test/shop.ts'
import { createMetrics, watchProcess } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

const METRICS_PORT = String(await freePort())

async function openWatchedShop(variables: Record<string, string> = {}) {
  const shop = await openTestShop(inject('databaseServer'), { METRICS_PORT, ...variables })
  onTestFinished(() => shop.close())
  return shop
}

async function ask(method = 'GET', target = '/metrics', port = METRICS_PORT) {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { method })
  const text = await response.text()
  /** The value of exactly this series. */
  const value = (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
  return { status: response.status, headers: response.headers, text, value }
}

test('a scrape tells of requests by route, of the cache, of orders, payments, stock and the process', async () => {
  const shop = await openWatchedShop()
  const checkout = openCheckoutClient(shop)
  const buyer = await shop.signUp()
  for (let visit = 0; visit < 3; visit++) await shop.call('GET', '/catalogue')
  for (let visit = 0; visit < 2; visit++) await shop.call('GET', '/api/products')
  await shop.call('GET', '/api/nothing?secret=1')
  await shop.call('GET', '/nothing/at/all')
  await checkout.addProduct(50)
  await checkout.buy(buyer, await checkout.addProduct(1_000))

  const { status, headers, value, text } = await ask()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const requests = (route: string, method: string, answered: number) =>
    value(`shop_http_requests_total{route="${route}",method="${method}",status="${answered}"}`)
  expect(requests('/catalogue', 'GET', 200)).toBe(3)
  expect(requests('/api/products', 'GET', 200)).toBe(2)
  expect(requests('/api/bookings', 'POST', 200)).toBe(1)
  expect(requests('none', 'GET', 404)).toBe(1)
  expect(requests('/*', 'GET', 404)).toBe(1)
  expect(text).not.toMatch(/nothing|secret/)
  expect(value('shop_http_request_duration_seconds_count{route="/api/bookings",method="POST"}')).toBe(1)
  const cached = (result: string) =>
    value(`shop_cache_requests_total{cache="responses",result="${result}"}`) ?? 0
  expect(cached('hit') + cached('miss')).toBeGreaterThanOrEqual(5)
  expect(value('shop_orders_total{source="catalogue"}')).toBe(1)
  expect(value('shop_payments_total{method="card"}')).toBe(1)
  expect(value('shop_provider_requests_total{outcome="ok"}')).toBeGreaterThan(0)
  expect(value('shop_database_up')).toBe(1)
  expect(value('shop_jobs_waiting{queue="send-mail"}')).toBe(0)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(text).toMatch(/^shop_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  const { rows } = await shop.shop.db.$client.query(
    'select count(*)::int as count from products where not orderable and deleted_at is null',
  )
  expect(rows[0].count).toBeGreaterThan(0)
  expect(value('shop_products_below_minimum')).toBe(rows[0].count)

  expect((await ask('GET', '/')).status).toBe(404)
  expect((await ask('POST')).status).toBe(404)
  expect((await shop.call('GET', '/metrics')).status).toBe(404)
})

test('without its database the shop can still be scraped, and says so', async () => {
  const database = await freshDatabase(inject('databaseServer'))
  const proxy = await openDatabaseProxy(database.url)
  onTestFinished(async () => {
    await proxy.close()
    await database.drop()
  })
  await openWatchedShop({ DATABASE_URL: proxy.url })
  proxy.cut()
  const { status, value } = await ask()
  expect([status, value('shop_database_up')]).toEqual([200, 0])
  proxy.mend()
  expect((await ask()).value('shop_database_up')).toBe(1)
})

test('a port that is in use is named in a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  await expect(openWatchedShop({ METRICS_PORT: String(port) })).rejects.toThrow(
    `Port ${port} is in use: stop whatever is using it, or choose another port as METRICS_PORT.`,
  )
})

test('several processes are added up; what they read from one database is not', async () => {
  const processes = [createMetrics(), createMetrics()]
  for (const { orders, productsLow, databaseUp } of processes) {
    orders.inc({ source: 'quote' })
    productsLow.set(7)
    databaseUp.set(1)
  }
  const port = await freePort()
  const snapshots = () => Promise.all(processes.map(({ registry }) => registry.getMetricsAsJSON()))
  const server = await startMetricsServer({ port, host: '127.0.0.1' }, snapshots, console)
  onTestFinished(server.close)
  const { value } = await ask('GET', '/metrics', String(port))
  expect(value('shop_orders_total{source="quote"}')).toBe(2)
  expect([value('shop_products_low_stock'), value('shop_database_up')]).toEqual([7, 1])
})

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8')

test('every alert is explained to the owner', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const explained = [...read('docs/monitoring.md').matchAll(/^\| (\w+) \| .+ \| .+ \|$/gm)].map(
    ([, name]) => name,
  )
  expect(alerts.length).toBeGreaterThan(5)
  expect(explained).toEqual(expect.arrayContaining(alerts))
})

test.each(['prometheus/alerts.yml', 'grafana/dashboard.json'])(
  'every metric in deploy/%s is one that the shop has',
  (file) => {
    const metrics = createMetrics()
    watchProcess(metrics)
    const known = metrics.registry.getMetricsAsArray().map(({ name }) => name)
    const used = [...read(`deploy/${file}`).matchAll(/\b(?:shop|nodejs|process)_[a-z\d_]+/g)].map(([name]) =>
      name.replace(/(?<=_seconds)_(bucket|sum|count)$/, ''),
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  },
)
