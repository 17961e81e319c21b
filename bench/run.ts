import { startTestServer } from '#test/database.ts'
import { startLoadGenerator } from '#test/load/load-generator.ts'
import { measureImporting } from './importing.ts'
import { startBareServer } from './observed-process.ts'
import { measureOwnOrders } from './own-orders.ts'
import { measurePlacingOrders } from './placing-orders.ts'
import { measureRecordingPayments } from './recording-payments.ts'
import { openResponseLoad } from './response-load.ts'
import { type BenchContext, measureResponses } from './responses.ts'
import { measureSearch } from './search.ts'
import { signUpCustomers } from './sign-up-customers.ts'
import { startShop } from './start-shop.ts'
import { measureMixedLoad, measureSignIn, measureStarts } from './starts-and-load.ts'
import { cellsOf, print, type Row, writeResults } from './table.ts'
import { measureWorkers } from './two-workers.ts'

const CUSTOMERS = 32

// `npm run bench -- shop`, `-- workers`, `-- imports` or `-- growth` measures one part and leaves the results file alone.
const only = process.argv[2]

const since = performance.now()
const rows: Row[] = []
const notes: string[] = []
const say = (sentence: string) =>
  console.log(`${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s  ${sentence}`)

async function measure(what: string, measuring: () => Promise<Row[]>) {
  say(what)
  const measured = await measuring()
  for (const row of measured) say(`  ${cellsOf(row).filter(Boolean).join(' · ')}`)
  rows.push(...measured)
}

/** One shop as an owner runs it: a process of its own with PostgreSQL on the disk. */
async function measureRunningShop() {
  const shop = await startShop()
  const loadGenerator = startLoadGenerator()
  const responseLoad = await openResponseLoad(loadGenerator)
  say(responseLoad.sentence)
  notes.push(responseLoad.sentence)
  const bare = await startBareServer()
  const context: BenchContext = { shop, loadGenerator, responseLoad, bare }
  try {
    await measure('Starts', () => measureStarts(context))
    await measure('Answers', () => measureResponses(context))
    say(`Signing up ${CUSTOMERS} customers`)
    const customers = await signUpCustomers(shop, CUSTOMERS)
    await measure('Orders', () => measurePlacingOrders(context, customers))
    await measure('Payments', () => measureRecordingPayments(context, customers))
    await measure('Sign-in', () => measureSignIn(context, customers))
    await measure('Mixed load', () => measureMixedLoad(context, customers))
  } finally {
    loadGenerator.stop()
    bare.stop()
    await responseLoad.stop()
    await shop.stop()
  }
}

/** Two workers beside one process, each with a database of its own. */
async function measureSeveralProcesses() {
  const loadGenerator = startLoadGenerator()
  const responseLoad = await openResponseLoad(loadGenerator)
  try {
    await measure('Workers', () => measureWorkers({ loadGenerator, responseLoad }))
  } finally {
    loadGenerator.stop()
    await responseLoad.stop()
  }
}

/** How cost grows with what is stored; PostgreSQL without fsync, because it is filled first. */
async function measureGrowth() {
  const server = await startTestServer()
  try {
    await measure('Own orders', () => measureOwnOrders(server.url, say))
    await measure('Search', () => measureSearch(server.url, say))
  } finally {
    await server.stop()
  }
}

if (!only || only === 'shop') await measureRunningShop()
if (!only || only === 'workers') await measureSeveralProcesses()
if (!only || only === 'imports') await measure('Imports', measureImporting)
if (!only || only === 'growth') await measureGrowth()
console.log()
print(rows)
if (!only) await writeResults(rows, notes)
const missed = rows.filter(({ good }) => good === false).length
console.log(missed > 0 ? `\n${missed} of what is asked for was missed.` : '\nAll that is asked for was met.')
process.exitCode = missed > 0 ? 1 : 0
