import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../platform/database/connect.ts'

/** Many rows as one parameter: several times as fast as one for each value. All rows have the fields of the first. */
export async function insertRows<T extends PgTable>(tx: Transaction, table: T, rows: T['$inferInsert'][]) {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}))
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, row[field as keyof typeof row]])),
  )
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(named)}::json)`)
}
