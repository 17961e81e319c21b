import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { type Connection, connectForLong } from '../../platform/database/connect.ts'
import { assertServer, holdMigrations } from '../../platform/database/migrate.ts'
import { applyExactly, applyInTransaction, type MigrationSet } from '../../platform/database/migration-set.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { DATA_FILES, header, SECTION_END, section, type Trailer } from './format.ts'
import { describeLastNumbers, type GivenNumber, skipGivenNumbers } from './given-numbers.ts'
import { inPieces, lines } from './lines.ts'
import type { TableChecksum } from './table-checksum.ts'
import { checksumTable, isEmpty, listTables, type Table } from './tables.ts'
import { findUnusedShop, removeShop } from './unused-shop.ts'

/** Where the files of an unused shop are put aside. */
const REPLACED = 'replaced'

type Target = {
  connection: Connection
  dataDir: string
  sets: Record<string, MigrationSet>
  /** Removes a shop that was started and never used, and its files, in place of refusing. */
  replace?: boolean
  /** Numbers that were given after the backup, and the time zone in which their years are counted. */
  given?: { numbers: GivenNumber[]; timeZone: string }
}
type Lines = AsyncGenerator<Buffer>

/**
 * Brings a backup into an empty database and data folder, or in place of an unused shop, and up to this version's state: all of
 * it, or nothing.
 */
export async function restoreBackup(target: Target, file: string) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.isDirectory()) throw new StartupError(`There is no file ${file}.`)
  const client = await connectForLong(target.connection, 'backup')
  // What cannot be read may say so before anybody asks for its first line.
  const unpacked = createGunzip().on('error', () => {})
  const source = createReadStream(file).once('error', (error) => unpacked.destroy(error))
  const arrived: string[] = []
  try {
    await client.query('begin')
    await holdMigrations(client)
    await assertServer(client)
    const removed = (await isEmpty(client)) ? null : await makeRoom(client, target)
    const { madeAt, foot } = await readAll(client, target, lines(source.pipe(unpacked)), arrived)
    await compare(client, foot)
    for (const set of Object.values(target.sets)) await applyInTransaction(client, set)
    const lost = target.given
      ? await skipGivenNumbers(client, target.given.numbers, target.given.timeZone)
      : []
    const lastNumbers = await describeLastNumbers(client)
    await putInPlace(target.dataDir, arrived, removed !== null)
    await client.query('commit')
    const rows = Object.values(foot.tables).reduce((sum, table) => sum + table.rows, 0)
    const tables = Object.keys(foot.tables).length
    return { madeAt, rows, tables, files: foot.files, removed, lost, lastNumbers }
  } catch (error) {
    throw explained(error, file)
  } finally {
    source.destroy()
    await client.end()
    for (const name of arrived) await rm(waiting(target.dataDir, name), { force: true })
  }
}

/** What was removed, in words. */
async function makeRoom(client: pg.Client, { replace }: Target): Promise<string> {
  const unused = await findUnusedShop(client)
  if (unused === null)
    throw new StartupError(
      'The database is not empty: restore into a new one (an empty DATA_DIR, or a new database at DATABASE_URL). Nothing was changed.',
    )
  if (!replace)
    throw new StartupError(
      `The database is not empty: it holds a shop that was never used (${unused}). Add --replace to the command to remove that first. Nothing was changed.`,
    )
  await removeShop(client)
  return unused
}

async function readAll(client: pg.Client, target: Target, rows: Lines, arrived: string[]) {
  const { madeAt, migrations, sequences } = header.parse(await nextJson(rows))
  for (const [name, set] of Object.entries(target.sets))
    await applyExactly(client, set, migrations[name] ?? [])
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name } of tables.values()) await client.query(`alter table ${name} disable trigger user`)
  for (;;) {
    const next = section.parse(await nextJson(rows))
    if ('tables' in next) {
      for (const { name } of tables.values()) await client.query(`alter table ${name} enable trigger user`)
      for (const [name, last] of Object.entries(sequences))
        await client.query('select setval($1, $2)', [name, last])
      return { madeAt, foot: next }
    }
    if ('file' in next) {
      await takeFile(target.dataDir, next.file, rows, arrived)
      continue
    }
    const columns = tables.get(next.table)?.columns ?? []
    if (next.columns.some((column) => !columns.includes(column)))
      throw new StartupError(`The table ${next.table} of the backup is unknown to this version of the shop.`)
    await takeRows(client, { name: next.table, columns: next.columns }, rows)
  }
}

async function nextLine(rows: Lines): Promise<Buffer> {
  const { value, done } = await rows.next()
  if (done) throw new SyntaxError('the backup ends too early')
  return value
}

const nextJson = async (rows: Lines): Promise<unknown> => JSON.parse((await nextLine(rows)).toString())

/** The lines of one section. The generator itself stays open for what follows. */
async function* sectionLines(rows: Lines): AsyncGenerator<Buffer> {
  for (let line = await nextLine(rows); !line.equals(SECTION_END); line = await nextLine(rows)) yield line
}

async function takeRows(client: pg.Client, table: Table, rows: Lines) {
  const { name, columns } = table
  const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(inPieces(sectionLines(rows)), copy)
  const { rows: counters } = await client.query<{ sequence: string; column: string }>(
    `select sequence, format('%I', attname) as column
     from pg_attribute, lateral (
       select case when not attisdropped then pg_get_serial_sequence($1, attname) end as sequence
     ) as counter
     where attrelid = $1::regclass and attnum > 0 and sequence is not null`,
    [table.name],
  )
  for (const { sequence, column } of counters)
    await client.query(
      `select setval($1, max(${column})) from ${table.name} having max(${column}) is not null`,
      [sequence],
    )
}

const waiting = (dataDir: string, name: string) => path.join(dataDir, `${name}.restoring`)

async function takeFile(dataDir: string, name: string, rows: Lines, arrived: string[]) {
  await mkdir(dataDir, { recursive: true })
  arrived.push(name)
  await rm(waiting(dataDir, name), { force: true })
  const handle = await open(waiting(dataDir, name), 'wx', 0o600)
  try {
    for await (const row of sectionLines(rows)) await handle.write(Buffer.from(row.toString(), 'base64'))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Before the commit: cut off in between, a second try finds the same files and the same database. */
async function putInPlace(dataDir: string, names: string[], replace: boolean) {
  const others: string[] = []
  for (const name of DATA_FILES) {
    const place = path.join(dataDir, name)
    if (!existsSync(place)) continue
    if (names.includes(name) && (await sameContent(place, waiting(dataDir, name)))) continue
    if (replace || names.includes(name)) others.push(name)
  }
  if (others[0] && !replace)
    throw new StartupError(
      `${path.join(dataDir, others[0])} belongs to another shop: restore into an empty DATA_DIR. Nothing was changed.`,
    )
  const aside = path.join(dataDir, REPLACED)
  if (others.length) await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of others) await rename(path.join(dataDir, name), path.join(aside, name))
  for (const name of names) await rename(waiting(dataDir, name), path.join(dataDir, name))
}

async function sameContent(one: string, other: string) {
  const [a, b] = await Promise.all([readFile(one), readFile(other)])
  return a.equals(b)
}

/** Every row is read back from the database before anything counts. */
async function compare(client: pg.Client, foot: Trailer) {
  for (const table of await listTables(client)) {
    const written: TableChecksum = foot.tables[table.name] ?? { rows: 0, mark: '0' }
    const found = await checksumTable(client, table)
    if (found.rows !== written.rows || found.mark !== written.mark)
      throw new StartupError(
        `The restored table ${table.name} does not match the backup: nothing was changed.`,
      )
  }
}

function explained(error: unknown, file: string) {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof SyntaxError || error instanceof z.ZodError || code.startsWith('Z_'))
    return new StartupError(`${file} is not a complete backup of a shop: nothing was changed.`, {
      cause: error,
    })
  if (error instanceof pg.DatabaseError)
    return new StartupError(`The database refuses this backup (${error.message}): nothing was changed.`, {
      cause: error,
    })
  return error
}
