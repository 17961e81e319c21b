import { sql } from 'drizzle-orm'
import type { Session } from '../../platform/database/connect.ts'

type Outcome = 'created' | 'updated' | 'unchanged' | 'wrong'
/** What a row speaks of: no other row of the file may speak of the same. */
export type Key = { kind: '_id' | 'sku'; key: string; place: number; line: number; outcome: Outcome }
export type Clash = Pick<Key, 'kind' | 'place' | 'line'> & {
  first: { place: number; line: number; outcome: Outcome }
}

// In the database, because a file may have more rows than memory should hold; it goes with the connection.
export async function openKeys(db: Session) {
  await db.execute(sql`
    create temporary table import_keys (
      kind text, key text, place integer not null, line integer not null, outcome text not null, primary key (kind, key)
    )`)
  await db.execute(sql`create index import_keys_by_place on import_keys (place)`)
}

/** Those whose key an earlier row has. Case does not matter, as the database sees it. */
export async function claimKeys(db: Session, keys: Key[]): Promise<Clash[]> {
  if (keys.length === 0) return []
  const given = sql`(
    select kind, lower(key) as key, place, line, outcome from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as written (kind text, key text, place integer, line integer, outcome text)
  ) as given`
  await db.execute(sql`
    insert into import_keys (kind, key, place, line, outcome)
    select kind, key, place, line, outcome from ${given} order by place on conflict do nothing`)
  const { rows } = await db.execute<Clash>(sql`
    select given.kind, given.place, given.line,
      json_build_object('place', known.place, 'line', known.line, 'outcome', known.outcome) as first
    from ${given} join import_keys as known on known.kind = given.kind and known.key = given.key
    where known.place <> given.place order by given.place, given.kind desc`)
  return rows
}

export async function markWrong(db: Session, places: number[]) {
  if (places.length === 0) return
  await db.execute(
    sql`update import_keys set outcome = 'wrong' where place = any(${sql.param(places)}::int[])`,
  )
}
