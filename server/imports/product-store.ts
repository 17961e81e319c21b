import { sql } from 'drizzle-orm'
import { toCents, toDollars } from '#contract/money.ts'
import type { FieldValues } from '#contract/product-fields.ts'
import { slugOf } from '#contract/slug.ts'
import type { Session, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Difference } from '../products/change-store.ts'

type Db = Session | Transaction
export type StoredProduct = FieldValues & { _id: string; deleted: boolean }
type Wanted = { id: string | null; sku: string }

const columns = sql`p.id as "_id", p.sku, p.name, p.category, p.description, p.image, p.specs, p.price_cents as price,
  p.quantity, p.minimum, p.deleted_at is not null as deleted`
const toProduct = (row: StoredProduct): StoredProduct => ({ ...row, price: toDollars(row.price) })

/** For each row of a batch the products of its id, deleted or not, and of its SKU. */
export async function findMatches(db: Db, wanted: Wanted[]) {
  const { rows } = await db.execute<StoredProduct & { place: number; by: 'id' | 'sku' }>(sql`
    with wanted as (
      select id, sku, place::int from unnest(${sql.param(wanted.map(({ id }) => id))}::uuid[],
        ${sql.param(wanted.map(({ sku }) => sku))}::text[]) with ordinality as written (id, sku, place)
    )
    select place - 1 as place, 'id' as by, ${columns} from wanted join products as p on p.id = wanted.id
    union all
    select place - 1, 'sku', ${columns} from wanted
      join products as p on lower(p.sku) = lower(wanted.sku) and p.sku <> '' and p.deleted_at is null`)
  const matches = wanted.map((): { id?: StoredProduct; sku?: StoredProduct } => ({}))
  for (const { place, by, ...row } of rows) {
    const match = matches[place]
    if (match) match[by] = toProduct(row)
  }
  return matches
}

/** Those that are not deleted, as they stay until the transaction ends. */
export async function lockAll(tx: Transaction, ids: string[]): Promise<Map<string, StoredProduct>> {
  const { rows } = await tx.execute<StoredProduct>(sql`
    select ${columns} from products as p where id = any(${sql.param(ids)}::uuid[]) and deleted_at is null
    order by id for no key update`)
  return new Map(rows.map((row) => [row._id, toProduct(row)]))
}

const toRow = ({ price, ...product }: FieldValues) => ({
  ...product,
  price_cents: toCents(price),
  category_slug: slugOf(product.category),
})
const TYPES = {
  sku: 'text',
  name: 'text',
  category: 'text',
  category_slug: 'text',
  description: 'text',
  image: 'text',
  specs: 'jsonb',
  price_cents: 'integer',
  quantity: 'integer',
  minimum: 'integer',
}
const FIELDS = sql.raw(Object.keys(TYPES).join(', '))
const SET_FIELDS = sql.raw(
  Object.keys(TYPES)
    .map((name) => `${name} = given.${name}`)
    .join(', '),
)
const TYPED_FIELDS = sql.raw(
  Object.entries(TYPES)
    .map((column) => column.join(' '))
    .join(', '),
)
const given = (rows: object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, ${TYPED_FIELDS})`

export async function addAll(tx: Transaction, added: FieldValues[], createdBy: string) {
  if (added.length === 0) return
  const rows = added.map((product) => ({ id: newId(), ...toRow(product) }))
  await tx.execute(sql`
    insert into products (id, ${FIELDS}, created_by) select id, ${FIELDS}, ${createdBy} from ${given(rows)}`)
}

export type Update = { id: string; product: FieldValues; differences: Difference[] }

/** Only what orders do not change counts as an edit. */
const isEdit = ({ field }: Difference) => field !== 'quantity'

export async function updateAll(tx: Transaction, updates: Update[], changedBy: string, reason: string) {
  if (updates.length === 0) return
  const edits = updates.filter(({ differences }) => differences.some(isEdit))
  if (edits.length > 0)
    await tx.execute(sql`
      update products set ${SET_FIELDS}, version = version + 1 from ${given(edits.map(({ id, product }) => ({ id, ...toRow(product) })))} where products.id = given.id`)
  const counts = updates.filter(({ differences }) => !differences.some(isEdit))
  if (counts.length > 0)
    await tx.execute(sql`
      update products set quantity = given.quantity
      from unnest(${sql.param(counts.map(({ id }) => id))}::uuid[],
        ${sql.param(counts.map(({ product }) => product.quantity))}::int[]) as given (id, quantity)
      where products.id = given.id`)
  const changes = updates.flatMap(({ id, differences }) =>
    differences.map(({ field, from, to }) => ({
      id: newId(),
      product_id: id,
      field,
      before: from,
      after: to,
    })),
  )
  await tx.execute(sql`
    insert into product_changes (id, product_id, changed_by, field, before, after, reason)
    select id, product_id, ${changedBy}, field, before, after, ${reason}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (id uuid, product_id uuid, field text, before jsonb, after jsonb)`)
}

/** The names of specifications in use, the most common first, each as it is mostly spelled. */
export async function listSpecNames(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select mode() within group (order by spec.name) as name
    from products, jsonb_to_recordset(specs) as spec (name text)
    where deleted_at is null and specs <> '[]' group by lower(spec.name) order by count(*) desc, 1 limit ${limit}`)
  return rows.map(({ name }) => name)
}
