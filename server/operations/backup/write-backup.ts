import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Connection, connectForLong } from '../../platform/database/connect.ts'
import { appliedMigrations, type MigrationSet } from '../../platform/database/migration-set.ts'
import { reasonOf, StartupError } from '../../platform/startup/startup-error.ts'
import { DATA_FILES, type Header, SECTION_END, type Trailer } from './format.ts'
import { inPieces, lines } from './lines.ts'
import { createTableChecksum } from './table-checksum.ts'
import { copyOut, listTables, readSequences } from './tables.ts'

type Source = { connection: Connection; dataDir: string; sets: Record<string, MigrationSet> }

/** Writes everything the shop knows at one moment into one new file, while the shop goes on. */
export async function writeBackup(source: Source, file: string) {
  if (existsSync(file)) throw new StartupError(`${file} already exists: nothing was overwritten.`)
  try {
    return await writeNew(source, file)
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall || (error as NodeJS.ErrnoException).syscall === 'connect')
      throw error
    throw new StartupError(`The backup cannot be written to ${file}: ${reasonOf(error)}.`, { cause: error })
  }
}

async function writeNew(source: Source, file: string) {
  await mkdir(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}.unfinished`
  const client = await connectForLong(source.connection, 'backup')
  const foot: Trailer = { tables: {}, files: [] }
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    await pipeline(
      Readable.from(inPieces(content(client, source, foot))),
      createGzip(),
      handle.createWriteStream({ flush: true }),
    )
    await rename(unfinished, file)
  } finally {
    await client.end()
    await rm(unfinished, { force: true })
  }
  const rows = Object.values(foot.tables).reduce((sum, table) => sum + table.rows, 0)
  return { rows, tables: Object.keys(foot.tables).length, files: foot.files, bytes: (await stat(file)).size }
}

/** The backup's lines. */
async function* content(client: pg.Client, source: Source, foot: Trailer): AsyncGenerator<Buffer> {
  await client.query('begin transaction isolation level repeatable read read only')
  const migrations: Header['migrations'] = {}
  for (const [name, set] of Object.entries(source.sets))
    migrations[name] = await appliedMigrations(client, set)
  const tables = await listTables(client)
  if (tables.length === 0) throw new StartupError('There is no shop in this database: nothing was backed up.')
  yield line({
    format: 'hundredweight back-up 1',
    madeAt: new Date().toISOString(),
    migrations,
    // After the snapshot: a number may be skipped, never given twice.
    sequences: await readSequences(client),
  } satisfies Header)
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns })
    const tally = createTableChecksum()
    for await (const row of lines(copyOut(client, table))) {
      tally.add(row)
      yield row
    }
    foot.tables[table.name] = tally.result()
    yield SECTION_END
  }
  // After the snapshot: a card provider may know more than the shop, never less.
  for (const name of DATA_FILES) {
    const file = path.join(source.dataDir, name)
    if (!existsSync(file)) continue
    yield line({ file: name })
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
      yield Buffer.from(chunk.toString('base64'))
    foot.files.push(name)
    yield SECTION_END
  }
  yield line(foot)
}

const line = (content: object) => Buffer.from(JSON.stringify(content))
