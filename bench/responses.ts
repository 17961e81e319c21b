import { request } from 'node:http'
import { type LoadRequest, type startLoadGenerator, toRawRequest } from '#test/load/load-generator.ts'
import type { ResponseBytes } from './bare-server.ts'
import type { startBareServer } from './observed-process.ts'
import type { ResponseLoad } from './response-load.ts'
import type { startShop } from './start-shop.ts'
import { comparison, median, perSecond, type Row } from './table.ts'

const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 64
// Node sets these itself, on both sides.
const OWN_HEADERS = /^(date|connection|keep-alive)$/i

export type BenchContext = {
  shop: Awaited<ReturnType<typeof startShop>>
  bare: Awaited<ReturnType<typeof startBareServer>>
  loadGenerator: ReturnType<typeof startLoadGenerator>
  responseLoad: ResponseLoad
}

/** At least so much of what node:http serves, under each of the two loads. */
type Least = { wrk: number; javaScript: number }
const PAGE: Least = { wrk: 0.88, javaScript: 0.85 }
const CATALOGUE: Least = { wrk: 0.88, javaScript: 0.8 }
const PRODUCT: Least = { wrk: 0.45, javaScript: 0.4 }

/** What the shop answers against a bare node:http server that sends the same bytes. */
export async function measureResponses(context: BenchContext): Promise<Row[]> {
  const { body } = await fetchBytes(context.shop.port, { path: '/api/products' })
  const ids: string[] = JSON.parse(body.toString()).map(({ _id }: { _id: string }) => _id)
  const br = { 'accept-encoding': 'br' }
  const rows: Row[] = []
  for (const [what, asked, least] of [
    ['Home page', [{ path: '/' }], PAGE],
    ['Home page, br', [{ path: '/', headers: br }], PAGE],
    ['Catalogue page', [{ path: '/catalogue' }], CATALOGUE],
    ['Catalogue page, br', [{ path: '/catalogue', headers: br }], CATALOGUE],
    ['GET /products', [{ path: '/api/products' }], PAGE],
    ['GET /products, br', [{ path: '/api/products', headers: br }], PAGE],
    ['GET /product/{id}, all in turn', ids.map((id) => ({ path: `/api/product/${id}` })), PRODUCT],
    ['GET /products?q=hammer, br', [{ path: '/api/products?q=hammer', headers: br }], null],
  ] as const) {
    rows.push(await against(context, what, [...asked], least))
  }
  for (const path of ['/', '/api/products']) rows.push(await unchanged(context, { path, headers: br }))
  return rows
}

async function against(
  { shop, bare, responseLoad }: BenchContext,
  what: string,
  asked: LoadRequest[],
  least: Least | null,
) {
  const { status, headers, body } = await fetchBytes(shop.port, asked[0] as LoadRequest)
  if (status !== 200) throw new Error(`${what} was answered ${status}`)
  await bare.answerWith({ status, headers, body: body.toString('base64') })
  const requests = asked.map((one) => toRawRequest(one))
  /** How many a second, and the processor time of each; both sides wait for the same load on the same machine. */
  async function turn({ port, metrics }: Pick<BenchContext['bare'], 'port' | 'metrics'>) {
    await metrics()
    const { perSecond: rate, answers } = await fire(responseLoad, port, requests)
    const { cpuMs } = await metrics()
    return { rate, cpuUs: (cpuMs * 1000) / answers }
  }
  type Turn = Awaited<ReturnType<typeof turn>>
  const rounds: { ours: Turn; theirs: Turn; ratio: number }[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const ours = await turn(shop)
    const theirs = await turn(bare)
    if (round >= 0) rounds.push({ ours, theirs, ratio: ours.rate / theirs.rate })
  }
  const said = (side: 'ours' | 'theirs') =>
    `${perSecond(median(rounds.map((round) => round[side].rate)))}, ${Math.round(Math.min(...rounds.map((round) => round[side].cpuUs)))} µs`
  const ratio = median(rounds.map((round) => round.ratio))
  return comparison(
    what,
    [said('ours'), `node:http ${said('theirs')}`],
    ratio,
    least && { least: responseLoad.isWrk ? least.wrk : least.javaScript },
  )
}

/** What fails takes less time than an answer, so a measurement with failures is none. */
async function fire(responseLoad: ResponseLoad, port: number, requests: string[]) {
  const fired = await responseLoad.fire({ port, requests, connections: CONNECTIONS, seconds: SECONDS })
  if (fired.failed > 0) throw new Error(`${fired.failed} of ${fired.answers} requests failed: ${requests[0]}`)
  return fired
}

/** Who has the bytes already is answered faster than who needs them. */
async function unchanged({ shop, responseLoad }: BenchContext, asked: LoadRequest) {
  const rate = async (request: LoadRequest) =>
    (await fire(responseLoad, shop.port, [toRawRequest(request)])).perSecond
  const rates: { known: number[]; whole: number[] } = { known: [], whole: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const { headers } = await fetchBytes(shop.port, asked)
    const etag = headers[headers.indexOf('etag') + 1] as string
    const knowing = { ...asked, headers: { ...asked.headers, 'if-none-match': etag } }
    rates.known.push(await rate(knowing))
    rates.whole.push(await rate(asked))
  }
  const ratios = rates.known.map((known, round) => known / (rates.whole[round] ?? Number.NaN))
  const pair: [string, string] = [perSecond(median(rates.known)), `200 ${perSecond(median(rates.whole))}`]
  return comparison(`${asked.path} unchanged: 304`, pair, median(ratios), { least: 1 })
}

function fetchBytes(port: number, { path, headers }: LoadRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<ResponseBytes, 'body'> & { body: Buffer }>()
  request({ host: '127.0.0.1', port, path, headers }, async (answer) => {
    const body = Buffer.concat(await answer.toArray())
    const pairs = answer.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 0 && !OWN_HEADERS.test(name) ? [name, all[at + 1] as string] : [],
    )
    resolve({ status: answer.statusCode ?? 0, headers: pairs, body })
  })
    .once('error', reject)
    .end()
  return promise
}
