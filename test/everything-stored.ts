import type { TestShop } from './shop.ts'

/** A mark of every row of the shop's own tables; the card provider's deliveries come when they come. */
export async function everythingStored(shop: TestShop) {
  const { rows: tables } = await shop.shop.db.$client.query<{ name: string; content: string }>(
    `select table_name as name,
       query_to_xml(format('select md5(string_agg(t::text, '','' order by t::text)) from %I t', table_name),
         true, true, '')::text as content
     from information_schema.tables where table_schema = 'public' and table_name <> 'payment_events'
     order by table_name`,
  )
  return tables
}
