import type { Database } from './connect.ts'

/** Builds a thing once per database: for statements that are asked all the time, which each connection then plans once. */
export function preparedPerDatabase<Thing>(build: (db: Database) => Thing): (db: Database) => Thing {
  const built = new WeakMap<Database, Thing>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const thing = build(db)
    built.set(db, thing)
    return thing
  }
}
