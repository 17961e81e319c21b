import type { Database } from './connect.ts'

/** Builds a statement once per database, where each connection then plans it once; for what is asked all the time. */
export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const built = new WeakMap<Database, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
