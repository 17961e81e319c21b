import type { Session } from '../../platform/database/connect.ts'
import type { Shop } from '../../shop-context.ts'
import { countHeld } from '../stock/stock-store.ts'
import { createPace, type PlacedRow, readBatches } from './file/read-batches.ts'
import type { RowError } from './file/read-row.ts'
import * as keys from './key-store.ts'
import { type Plan, planRow } from './plan-row.ts'
import { findMatches, type Match } from './product-store.ts'
import { rejectMissingPictures } from './reject-missing-pictures.ts'
import { runImport } from './run-import.ts'
import * as imports from './store.ts'
import { createTally, type Tally } from './tally.ts'

type Checked = { row: PlacedRow; plan: Plan; productId: string | null; available: number | null }

/** Reads the whole file, says what applying it would do, and changes no product. */
export const checkImport = (shop: Shop, id: string) =>
  runImport(shop, id, {
    state: 'checking',
    problem: 'We couldn’t check this file. Nothing was changed: upload it again.',
    async work(db) {
      // An earlier try may have been interrupted.
      await imports.clearRows(db, id)
      await keys.openKeys(db)
      const tally = createTally()
      for await (const batch of readBatches(() => imports.readFile(db, id))) {
        await checkBatch(db, id, batch, tally)
        tally.counts.rows += batch.length
        tally.counts.done += batch.length
        await imports.saveProgress(db, id, tally.counts)
      }
      await imports.endCheck(db, id, tally.counts)
    },
  })

async function checkBatch(db: Session, id: string, batch: PlacedRow[], tally: Tally) {
  const pace = createPace()
  await rejectMissingPictures(db, batch)
  const matches = await findMatches(
    db,
    batch.map((row) => ({ id: hasError(row, '_id') ? null : row.id, sku: row.values.sku ?? '' })),
  )
  const held = await countHeld(
    db,
    batch.flatMap(({ values }, at) =>
      values.quantity === undefined ? [] : (productOf(matches[at])?._id ?? []),
    ),
  )
  const checked = new Map<number, Checked>()
  for (const [at, row] of batch.entries()) {
    await pace()
    checked.set(row.place, checkRow(row, matches[at] ?? {}, held))
  }
  await rejectRepeated(db, id, checked, tally)
  for (const { row, plan } of checked.values()) {
    tally.count(plan.outcome)
    if (plan.outcome === 'wrong') tally.list(row.line, plan.errors)
  }
  await imports.addRows(
    db,
    id,
    [...checked.values()].flatMap(({ row: { place }, plan, productId, available }) =>
      plan.outcome === 'wrong' ? [] : { place, productId, available },
    ),
  )
}

const hasError = ({ errors }: PlacedRow, column: string) => errors.some((error) => error.column === column)

/** A row is about the product of its id, else of its SKU, else about a new one. */
const productOf = ({ id, sku }: Match = {}) => id ?? sku ?? null

function checkRow(row: PlacedRow, match: Match, held: Map<string, number>): Checked {
  const { id: byId, sku: bySku } = match
  const product = productOf(match)
  const wrong = (...errors: RowError[]): Checked => ({
    row,
    plan: { outcome: 'wrong', errors: [...row.errors, ...errors] },
    productId: product?._id ?? null,
    available: null,
  })
  if (hasError(row, '_id')) return wrong()
  if (byId?.deleted)
    return wrong({ column: '_id', error: 'This product was deleted: to add it again, leave the _id empty' })
  if (byId && bySku && byId._id !== bySku._id)
    return wrong({ column: 'sku', error: `The SKU ${row.values.sku} belongs to another product` })
  const available = product && row.values.quantity !== undefined ? product.quantity : null
  const productId = product?._id ?? null
  return { row, plan: planRow(row, product, available, held.get(productId ?? '')), productId, available }
}

/** Of rows about the same product nobody knows which is meant: all of them are wrong. */
async function rejectRepeated(db: Session, id: string, checked: Map<number, Checked>, tally: Tally) {
  const clashes = await keys.claimKeys(db, [...checked.values()].flatMap(keysOf))
  const repeated = new Map<number, { line: number; outcome: Plan['outcome']; error: RowError }>()
  for (const { kind, place, line, first } of clashes) {
    const error = (other: number): RowError => ({
      column: kind,
      error: `Line ${other} ${kind === 'sku' ? 'has the same SKU' : 'is about the same product'}: keep one of them`,
    })
    if (!repeated.has(place)) repeated.set(place, { line, outcome: 'wrong', error: error(first.line) })
    if (!repeated.has(first.place)) repeated.set(first.place, { ...first, error: error(line) })
  }
  const earlier: number[] = []
  for (const [place, { line, outcome, error }] of repeated) {
    const row = checked.get(place)
    if (row) row.plan = { outcome: 'wrong', errors: [...errorsOf(row.plan), error] }
    else if (outcome !== 'wrong') {
      tally.recount(outcome)
      tally.list(line, [error])
      earlier.push(place)
    }
  }
  await imports.removeRows(db, id, earlier)
  await keys.markWrong(db, [...repeated.keys()])
}

const errorsOf = (plan: Plan) => (plan.outcome === 'wrong' ? plan.errors : [])

function keysOf({ row: { place, line, id, values }, plan: { outcome }, productId }: Checked): keys.Key[] {
  const product = productId ?? id
  return [
    ...(product ? [{ kind: '_id', key: product, place, line, outcome } as const] : []),
    ...(values.sku ? [{ kind: 'sku', key: values.sku, place, line, outcome } as const] : []),
  ]
}
