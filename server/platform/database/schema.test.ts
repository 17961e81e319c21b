import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { eq, sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  type FieldValues,
  fieldNames,
  isNumeric,
  mapFields,
  productFields,
} from '#contract/catalogue/product-fields.ts'
import { freshDatabase } from '#test/database.ts'
import { connect, type Database } from './connect.ts'
import { newId } from './queries/new-id.ts'
import * as schema from './schema.ts'

async function openMigrated() {
  const { url, drop } = await freshDatabase(inject('databaseServer'))
  const db = connect({ connectionString: url }, () => {})
  onTestFinished(async () => {
    await db.$client.end()
    await drop()
  })
  return db
}

/** Every column, constraint and index, as PostgreSQL itself words it. */
async function describe(db: Database) {
  const { rows } = await db.execute<{ said: string }>(sql`
    select format('%s.%s %s%s%s%s', table_name, column_name, data_type, case is_nullable when 'NO' then ' not null' end,
      ' collate ' || collation_name, ' = ' || coalesce(generation_expression, column_default)) as said
    from information_schema.columns where table_schema = 'public'
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'`)
  return rows.map(({ said }) => said).sort()
}

test('the migrations lead to what the schema says, besides what only a migration can say', async () => {
  const db = await openMigrated()
  const migrated = await describe(db)
  await db.execute(sql`do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('drop table %I cascade', name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop
      execute format('drop sequence %I', name);
    end loop;
  end $$`)
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
  for (const statement of statements) await db.execute(sql.raw(statement))
  const built = await describe(db)

  const without = (all: string[], others: string[]) => all.filter((one) => !others.includes(one))
  expect({ byMigrations: without(migrated, built), bySchema: without(built, migrated) }).toEqual({
    byMigrations: [
      'CREATE INDEX products_cheapest ON public.products USING btree (price_cents, created_at DESC, id DESC) INCLUDE (orderable) WHERE (deleted_at IS NULL)',
      'CREATE INDEX products_newest ON public.products USING btree (created_at DESC, id DESC) INCLUDE (price_cents, orderable) WHERE (deleted_at IS NULL)',
      "CREATE INDEX products_of_category ON public.products USING btree (category_slug, created_at DESC, id DESC) INCLUDE (category, price_cents, orderable, deleted_at) WHERE (category_slug <> ''::text)",
      "CREATE INDEX products_of_category_cheapest ON public.products USING btree (category_slug, price_cents, created_at DESC, id DESC) INCLUDE (orderable) WHERE ((category_slug <> ''::text) AND (deleted_at IS NULL))",
      'product_words.word text not null collate C',
    ],
    bySchema: [
      'CREATE INDEX products_cheapest ON public.products USING btree (price_cents, created_at DESC, id DESC) WHERE (deleted_at IS NULL)',
      'CREATE INDEX products_newest ON public.products USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL)',
      "CREATE INDEX products_of_category ON public.products USING btree (category_slug, created_at DESC, id DESC) WHERE (category_slug <> ''::text)",
      "CREATE INDEX products_of_category_cheapest ON public.products USING btree (category_slug, price_cents, created_at DESC, id DESC) WHERE ((category_slug <> ''::text) AND (deleted_at IS NULL))",
      'product_words.word text not null',
    ],
  })
})

const searched = fieldNames.filter((name) => 'search' in productFields[name])

test('the one trigger keeps the words of the fields that are searched, and of no others', async () => {
  const db = await openMigrated()
  const { rows } = await db.execute(sql`
    select tgname as name, array(
      select attname from unnest(tgattr) as key join pg_attribute on attrelid = tgrelid and attnum = key order by key
    )::text[] as columns
    from pg_trigger where not tgisinternal`)
  expect(rows).toEqual([{ name: 'products_keep_words', columns: expect.arrayContaining(searched) }])
  expect(rows[0]?.columns).toHaveLength(searched.length)
})

test('each searched field is found by its words, when a product is added and when that field is edited', async () => {
  const db = await openMigrated()
  const { products } = schema
  const id = newId()
  const saying = (word: string) =>
    mapFields((field, name) => {
      if (field.kind === 'specs') return [{ name: 'Made of', value: word + name }]
      return isNumeric(field) ? 1 : word + name
    }) as FieldValues
  await db
    .insert(products)
    .values({ id, ...saying('first'), categorySlug: 'first', priceCents: 1, createdBy: 'a test' })
  expect(await findWords(db, 'first')).toEqual({ inColumn: searched, known: searched })
  for (const name of fieldNames)
    await db
      .update(products)
      .set({ [name === 'price' ? 'priceCents' : name]: saying('second')[name] })
      .where(eq(products.id, id))
  expect(await findWords(db, 'second')).toEqual({ inColumn: searched, known: searched })
})

/** The fields whose word is in the column that is searched, and among the words that a misspelling may stand for. */
async function findWords(db: Database, word: string) {
  const { rows } = await db.execute<{ field: string; inColumn: boolean; known: boolean }>(sql`
    select field, words @@ (${word} || field)::tsquery as "inColumn",
      ${word} || field in (select word from product_words) as known
    from products, json_array_elements_text(${JSON.stringify(fieldNames)}) as field`)
  const fieldsOf = (place: 'inColumn' | 'known') => rows.filter((row) => row[place]).map(({ field }) => field)
  return { inColumn: fieldsOf('inColumn'), known: fieldsOf('known') }
}
