import type { Database } from '../connect.ts'

/** Builds something once per database: for frequent statements, which each connection then plans once. */
export function preparedPerDatabase<Thing>(build: (db: Database) => Thing): (db: Database) => Thing {
  const built = new WeakMap<Database, Thing>()
  return (db) => {
    const existing = built.get(db)
    if (existing) return existing
    const thing = build(db)
    built.set(db, thing)
    return thing
  }
}
