import { fieldNames } from '#contract/catalogue/product-fields.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { Database } from '../../platform/database/connect.ts'
import { batchLookups } from '../../platform/database/queries/batch-lookups.ts'
import { preparedPerDatabase } from '../../platform/database/queries/prepared-per-database.ts'
import { products } from '../../platform/database/schema.ts'

const MAX_KEPT = 1_000

const fields = fieldNames.map((name) =>
  name === 'price' ? 'price_cents / 100::float8 as price' : `${products[name].name} as "${name}"`,
)
// Every change of a row replaces its xmin, the number of the transaction that wrote it.
const FIND = {
  name: 'find_products_as_json',
  text: `
    select id, products.xmin, case when products.xmin = known then null
      else (select to_json(product) from (select id as _id, ${fields.join(', ')}) as product)::text end
    from unnest($1::uuid[], $2::xid[]) as asked (asked_id, known) join products on id = asked_id
    where deleted_at is null`,
  rowMode: 'array' as const,
}
type FoundRow = [id: string, version: string, changed: string | null]
type Kept = { version: string; json: string }

const findBatched = preparedPerDatabase((db) => {
  let kept = new Map<string, Kept>()
  // A server that was restored or has taken over may give the same number to another transaction.
  db.$client.on('connect', () => {
    kept = new Map()
  })
  return batchLookups(async function lookUp(ids: string[]): Promise<Map<string, string>> {
    const known = kept
    const wanted = new Map(ids.map((id) => [id, known.get(id)]))
    const versions = ids.map((id) => wanted.get(id)?.version)
    const { rows } = await db.$client.query<FoundRow>({ ...FIND, values: [ids, versions] })
    // Meanwhile a connection was opened, perhaps the very one that has answered.
    if (kept !== known) return lookUp(ids)
    return new Map(
      rows.map(([id, version, changed]) => {
        const json = changed === null ? (wanted.get(id) as Kept).json : withoutSpaces(changed)
        if (changed !== null) keep(known, id, { version, json })
        return [id, json]
      }),
    )
  })
})

function keep(kept: Map<string, Kept>, id: string, row: Kept) {
  kept.delete(id)
  kept.set(id, row)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest) kept.delete(oldest)
}

const withoutSpaces = (json: string) => JSON.stringify(JSON.parse(json))

/**
 * A product as JSON, as it is now: the database says at each call whether what was read before is still true, and sends the
 * row only where it is not.
 */
export function findProductJson(db: Database, id: string): Promise<string | null> {
  return findBatched(db)(id.toLowerCase())
}

export async function findProduct(db: Database, id: string): Promise<Product | null> {
  const json = await findProductJson(db, id)
  return json === null ? null : JSON.parse(json)
}
