import type pg from 'pg'

export type Change = { id: number; place: string; kind: string }

// Written by the card provider's deliveries, whatever a request does at that moment.
const BY_THEMSELVES = ['payment_events', 'throttle']

/** Writes down every row that is changed from here on, and answers what was since the last time. */
export async function watchRowChanges(pool: pg.Pool) {
  await pool.query(`
    create table public.changes_made (id serial, place text, kind text);
    create function public.note_change() returns trigger language plpgsql as $$
    begin
      insert into public.changes_made (place, kind) values (tg_table_name, tg_op);
      return null;
    end $$`)
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'identity') and tablename <> 'changes_made' and tablename <> all($1)`,
    [BY_THEMSELVES],
  )
  for (const { name } of rows)
    await pool.query(
      `create trigger note_change after insert or update or delete on ${name} for each row execute function note_change()`,
    )
  let seen = 0
  return async function changesSince(): Promise<Change[]> {
    const { rows: made } = await pool.query<Change>(
      `select id, place, kind from public.changes_made where id > $1 order by id`,
      [seen],
    )
    seen = made.at(-1)?.id ?? seen
    return made
  }
}
