import { sqlState, type Transaction } from '../../platform/database/connect.ts'
import type { Shop } from '../../shop-context.ts'
import { countHeld } from '../stock/stock-store.ts'
import { createPace, type PlacedRow, readBatches } from './file/read-batches.ts'
import { type Plan, planRow } from './plan-row.ts'
import * as products from './product-store.ts'
import { rejectMissingPictures } from './reject-missing-pictures.ts'
import { runImport, TakenOver } from './run-import.ts'
import * as imports from './store.ts'
import { createTally } from './tally.ts'

const MAX_TRIES = 5
const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'

/**
 * Adds and changes the products of all rows that were right. Each batch is a transaction with its history and with how far the
 * import is: interrupted anywhere, it goes on behind the last batch, and no quantity is applied twice.
 */
export const applyRows = (shop: Shop, id: string) =>
  runImport(shop, id, {
    state: 'applying',
    problem:
      'The import stopped partway, and what was changed so far stays changed. Rows with an _id or a SKU can safely be uploaded again.',
    async work(db, row) {
      try {
        for await (const batch of readBatches(() => imports.readFile(db, id), row.done))
          await withTries(() => db.transaction((tx) => applyBatch(tx, row, batch)))
        await imports.end(db, id, { state: 'done' })
      } finally {
        shop.cacheTags.invalidate('catalogue')
      }
    },
  })

/** Somebody may take a SKU between the look for it and the change: the next look finds it. */
async function withTries(work: () => Promise<void>) {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if (tries === MAX_TRIES || (state !== UNIQUE_VIOLATION && state !== DEADLOCK)) throw error
    }
}

async function applyBatch(
  tx: Transaction,
  { id, fileName, appliedBy, createdBy }: imports.ImportRow,
  batch: PlacedRow[],
) {
  const [from = 0, to = 0] = [batch[0]?.place, batch.at(-1)?.place]
  const current = await imports.lock(tx, id)
  if (current?.done !== from - 1) throw new TakenOver()
  const tally = createTally(current)
  const right = await rightRows(tx, id, batch)
  await rejectMissingPictures(
    tx,
    right.map(({ row }) => row),
  )
  const planned = await planBatch(tx, right)
  const [added, updates]: [products.Addition[], products.Update[]] = [[], []]
  for (const { row, plan, productId } of planned) {
    tally.count(plan.outcome)
    if (plan.outcome === 'wrong') tally.list(row.line, plan.errors)
    if (plan.outcome === 'created') added.push({ id: row.id, product: plan.product })
    if (plan.outcome === 'updated' && productId) updates.push({ id: productId, ...plan })
  }
  const by = appliedBy ?? createdBy
  await products.updateAll(tx, updates, by, `Import of ${fileName}`)
  await products.addAll(tx, added, by)
  await imports.saveProgress(tx, id, { ...tally.counts, done: to })
}
type RightRow = imports.RightRow & { row: PlacedRow }

/** What the check found to be right. */
async function rightRows(tx: Transaction, id: string, batch: PlacedRow[]): Promise<RightRow[]> {
  const right = await imports.listRows(tx, id, batch[0]?.place ?? 0, batch.at(-1)?.place ?? 0)
  return batch.flatMap((row) => {
    const found = right.get(row.place)
    return found ? { row, ...found } : []
  })
}

async function planBatch(tx: Transaction, rows: RightRow[]) {
  const pace = createPace()
  const locked = await products.lockAll(
    tx,
    rows.flatMap(({ productId }) => productId ?? []),
  )
  const matches = await products.findMatches(
    tx,
    rows.map(({ row, productId }) => ({ id: productId ? null : row.id, sku: row.values.sku ?? '' })),
  )
  const held = await countHeld(
    tx,
    rows.flatMap(({ productId, available }) => (available === null ? [] : (productId ?? []))),
  )
  const planned: (RightRow & { plan: Plan })[] = []
  for (const [at, right] of rows.entries()) {
    await pace()
    const product = right.productId ? locked.get(right.productId) : null
    planned.push({ ...right, plan: planRight(right, product, matches[at] ?? {}, held) })
  }
  return planned
}

/** Since the check the product may have been deleted or added, and its SKU taken. */
function planRight(
  { row, productId, available }: RightRow,
  product: products.StoredProduct | null | undefined,
  { id: addedSince, sku: holder }: products.Match,
  held: Map<string, number>,
): Plan {
  const wrong = (column: string, error: string): Plan => ({ outcome: 'wrong', errors: [{ column, error }] })
  if (product === undefined) return wrong('', 'This product was deleted after the check')
  if (addedSince) return wrong('_id', 'This product was added after the check')
  if (holder && holder._id !== productId)
    return wrong('sku', `The SKU ${row.values.sku} was given to another product after the check`)
  return planRow(row, product, available, held.get(productId ?? ''))
}
