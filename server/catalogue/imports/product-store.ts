import { sql } from 'drizzle-orm'
import {
  type FieldName,
  type FieldValues,
  fieldNames,
  type ProductField,
  productFields,
} from '#contract/catalogue/product-fields.ts'
import { toCents, toDollars } from '#contract/formats/money.ts'
import { slugOf } from '#contract/formats/slug.ts'
import type { Session, Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { products } from '../../platform/database/schema.ts'
import type { Difference } from '../products/change-store.ts'

type Db = Session | Transaction
export type StoredProduct = FieldValues & { _id: string; deleted: boolean }
type Wanted = { id: string | null; sku: string }

const columnOf = (name: FieldName) => (name === 'price' ? products.priceCents : products[name])
const columns = sql.raw(
  [
    'p.id as "_id"',
    ...fieldNames.map((name) => `p.${columnOf(name).name} as "${name}"`),
    'p.deleted_at is not null as deleted',
  ].join(', '),
)
const toProduct = (row: StoredProduct): StoredProduct => ({ ...row, price: toDollars(row.price) })

export type Match = { id?: StoredProduct; sku?: StoredProduct }

/** For each row of a batch the products of its id, deleted or not, and of its SKU. */
export async function findMatches(db: Db, wanted: Wanted[]): Promise<Match[]> {
  const { rows } = await db.execute<StoredProduct & { place: number; by: 'id' | 'sku' }>(sql`
    with wanted as (
      select id, sku, place::int from unnest(${sql.param(wanted.map(({ id }) => id))}::uuid[],
        ${sql.param(wanted.map(({ sku }) => sku))}::text[]) with ordinality as written (id, sku, place)
    )
    select place - 1 as place, 'id' as by, ${columns} from wanted join products as p on p.id = wanted.id
    union all
    select place - 1, 'sku', ${columns} from wanted
      join products as p on lower(p.sku) = lower(wanted.sku) and p.sku <> '' and p.deleted_at is null`)
  const matches = wanted.map((): Match => ({}))
  for (const { place, by, ...row } of rows) {
    const match = matches[place]
    if (match) match[by] = toProduct(row)
  }
  return matches
}

/** Those that are not deleted, as they stay until the transaction ends; locked in the order in which categories are renamed. */
export async function lockAll(tx: Transaction, ids: string[]): Promise<Map<string, StoredProduct>> {
  const { rows } = await tx.execute<StoredProduct>(sql`
    select ${columns} from products as p where id = any(${sql.param(ids)}::uuid[]) and deleted_at is null
    order by created_at desc, id desc for no key update`)
  return new Map(rows.map((row) => [row._id, toProduct(row)]))
}

const toRow = (product: FieldValues) => ({
  ...Object.fromEntries(fieldNames.map((name) => [columnOf(name).name, product[name]])),
  price_cents: toCents(product.price),
  category_slug: slugOf(product.category),
})
const FIELDS = [...fieldNames.map(columnOf), products.categorySlug]
const FIELD_NAMES = sql.raw(FIELDS.map(({ name }) => name).join(', '))
const TYPED_FIELDS = sql.raw(FIELDS.map((column) => `${column.name} ${column.getSQLType()}`).join(', '))
const given = (rows: object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, ${TYPED_FIELDS})`

/** With their ids from another shop, where they have one, so that the same file finds them again. */
export type Addition = { id: string | null; product: FieldValues }

export async function addAll(tx: Transaction, added: Addition[], createdBy: string) {
  if (added.length === 0) return
  const rows = added.map(({ id, product }) => ({ id: id ?? newId(), ...toRow(product) }))
  await tx.execute(sql`
    insert into products (id, ${FIELD_NAMES}, created_by)
    select id, ${FIELD_NAMES}, ${createdBy} from ${given(rows)}`)
}

export type Update = { id: string; product: FieldValues; differences: Difference[] }

const isSearched = (name: FieldName) => (productFields[name] as ProductField).search !== undefined
const OTHERS = fieldNames.filter((name) => !isSearched(name)).map((name) => columnOf(name).name)

/** What a search looks through is indexed anew whenever it is set: only where it has changed. Orders change the quantity alone, which is no edit. */
function columnsToSet({ differences }: Update): string[] {
  if (differences.some(({ field }) => isSearched(field))) return FIELDS.map(({ name }) => name)
  return differences.some(({ field }) => field !== 'quantity') ? OTHERS : ['quantity']
}

export async function updateAll(tx: Transaction, updates: Update[], changedBy: string, reason: string) {
  if (updates.length === 0) return
  for (const [names, group] of Map.groupBy(updates, (update) => columnsToSet(update).join(' '))) {
    const columns = names.split(' ')
    const set = [
      ...columns.map((name) => `${name} = given.${name}`),
      ...(columns.length > 1 ? ['version = version + 1'] : []),
    ]
    const rows = group.map(({ id, product }) => ({ id, ...toRow(product) }))
    await tx.execute(
      sql`update products set ${sql.raw(set.join(', '))} from ${given(rows)} where products.id = given.id`,
    )
  }
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
