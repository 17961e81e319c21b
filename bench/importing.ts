import { setTimeout as delay } from 'node:timers/promises'
import type { ProductImport } from '#contract/catalogue/imports.ts'
import { startEmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'
import { connect } from '#server/platform/database/connect.ts'
import { type Customer, signUpCustomers } from './sign-up-customers.ts'
import { startShop } from './start-shop.ts'
import { figure, ms, perSecond, quantile, type Row } from './table.ts'

const ROWS = 100_000
const MAX_SECONDS = 120
const MAX_DELAY_MS = 50
const MAX_MEMORY_MB = 600
const PAUSE_MS = 200

type BenchShop = Awaited<ReturnType<typeof startShop>>
type Phase = { seconds: number; delayMs: number; memoryMb: number; visitMs: number }

/** A file of 100,000 products, added and then all changed, while somebody visits the catalogue. */
export async function measureImporting(): Promise<Row[]> {
  const shop = await startShop()
  try {
    const [admin] = (await signUpCustomers(shop, 1)) as [Customer]
    await makeAdmin(shop, admin)
    const added = await importFile(shop, admin, writeFile('12.50', '5000'))
    const changed = await importFile(shop, admin, writeFile('13.75', '4900'))
    return [...toRows('adding', added), ...toRows('changing', changed)]
  } finally {
    await shop.stop()
  }
}

async function makeAdmin({ dataDir }: BenchShop, { id }: Customer) {
  const postgres = await startEmbeddedPostgres({ dataDir, share: true })
  const db = connect(postgres.connection, () => {})
  await db.$client.query(`update users set role = 'admin' where id = $1`, [id])
  await db.$client.end()
  await postgres.stop()
}

function writeFile(price: string, quantity: string) {
  const header = 'sku,name,category,description,image,price,quantity,minimum,spec: Weight,spec: Material'
  const row = (at: number) =>
    `SKU-${at},"Forged hammer no. ${at}, hickory",Hand tools ${at % 40},"A good tool; it lasts.\nOiled.",/no-picture.svg,${price},${quantity},100,${at % 900} g,Steel`
  return [header, ...Array.from({ length: ROWS }, (_, at) => row(at))].join('\r\n')
}

async function importFile(shop: BenchShop, { token }: Customer, file: string) {
  const call = async (method: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) }
    const answer = await fetch(`${shop.origin}/api/imports${path}`, {
      method,
      headers,
      ...(body && { body }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as ProductImport
  }
  /** Asks as the page does, and visits the catalogue in between. */
  async function follow(begin: () => Promise<ProductImport>, end: ProductImport['state']): Promise<Phase> {
    await shop.metrics()
    const since = performance.now()
    const { _id } = await begin()
    const [visits, memory, delays]: number[][] = [[], [], []]
    while (true) {
      const visited = performance.now()
      await (await fetch(`${shop.origin}/catalogue`)).text()
      visits?.push(performance.now() - visited)
      const { state, problem, wrong } = await call('GET', `/${_id}`)
      const metrics = await shop.metrics()
      memory?.push(metrics.memoryMb)
      delays?.push(metrics.loopDelayP99Ms)
      if (state === 'failed' || wrong > 0) throw new Error(`the import failed: ${problem}, ${wrong} wrong`)
      if (state === end) break
      await delay(PAUSE_MS)
    }
    return {
      seconds: (performance.now() - since) / 1000,
      delayMs: quantile(delays ?? [], 0.99),
      memoryMb: Math.max(...(memory ?? [])),
      visitMs: quantile(visits ?? [], 0.99),
    }
  }
  const checked = await follow(() => call('POST', '', file), 'checked')
  const { _id } = await call('GET', '')
  return { checked, applied: await follow(() => call('POST', `/${_id}/apply`), 'done') }
}

function toRows(what: string, { checked, applied }: { checked: Phase; applied: Phase }): Row[] {
  const seconds = checked.seconds + applied.seconds
  const delayMs = Math.max(checked.delayMs, applied.delayMs)
  const memoryMb = Math.max(checked.memoryMb, applied.memoryMb)
  const count = ROWS.toLocaleString('en-US')
  return [
    figure(
      `Import, ${what} ${count} products: check + apply`,
      `${checked.seconds.toFixed(0)} + ${applied.seconds.toFixed(0)} s, ${perSecond(ROWS / applied.seconds)}`,
      `< ${MAX_SECONDS} s`,
      seconds < MAX_SECONDS,
    ),
    figure(
      `Event loop delay meanwhile (p99), a visit to the catalogue (p99)`,
      `${ms(delayMs)}, ${ms(Math.max(checked.visitMs, applied.visitMs))}`,
      `< ${MAX_DELAY_MS} ms`,
      delayMs < MAX_DELAY_MS,
    ),
    figure(
      'Memory meanwhile, peak',
      `${Math.round(memoryMb)} MB`,
      `< ${MAX_MEMORY_MB} MB`,
      memoryMb < MAX_MEMORY_MB,
    ),
  ]
}
