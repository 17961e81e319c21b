import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { copyEmbeddedPostgres, removeLinks } from '#test/embedded-postgres/copy-embedded-postgres.ts'
import { serversIn } from '#test/embedded-postgres/postgres-pids.ts'
import { PostgresProcess, type PostgresStart } from '#test/embedded-postgres/postgres-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const testAsRoot = test.skipIf(!isRoot)
const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : undefined
const soon = { timeout: 15_000, interval: 20 }

let folder: string
/** A data folder that was used and stopped before, and still is when each test begins. */
let used: string
let clone: ReturnType<typeof copyEmbeddedPostgres>
const running: { stop(): Promise<unknown> }[] = []

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'starter-')))
  fs.chmodSync(folder, 0o755)
  used = join(folder, 'used')
  clone = copyEmbeddedPostgres(join(folder, 'home/clone'))
  const postgres = await startEmbeddedPostgres({ dataDir: used, settings: { fsync: 'off' } })
  await query(postgres, 'create table kept (id int primary key)')
  await postgres.stop()
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((shop) => shop.stop()))
  expect(serversIn(folder)).toEqual([])
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('what was written is there after a stop and a start', async () => {
  const first = await start(used)
  await query(first, 'insert into kept values (1)')
  await first.stop()
  expect(await keptIn(await start(used))).toContain(1)
})

test('the database sorts by code point, is UTF-8, and its owner may add what search needs but is no superuser', async () => {
  const postgres = await start(used)
  const [facts] = await query(
    postgres,
    `select pg_encoding_to_char(encoding) encoding, datlocprovider provider, datlocale locale, rolsuper super
     from pg_database join pg_roles on rolname = current_user where datname = current_database()`,
  )
  expect(facts).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', super: false })
  await query(postgres, 'create extension pg_trgm; create extension unaccent')
})

test('stopping may be asked for many times and is over only when PostgreSQL is gone', async () => {
  const postgres = await start(used)
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(serversIn(used)).toEqual([])
  await postgres.stop()
})

test('a program that forgets to stop ends nevertheless, and PostgreSQL with it', async () => {
  const program = join(import.meta.dirname, '../../../test/embedded-postgres/start-without-stopping.ts')
  expect(spawnSync(process.execPath, [program, used], { timeout: 20_000 }).status).toBe(0)
  await vi.waitFor(() => expect(serversIn(used)).toEqual([]), soon)
})

test('Ctrl-C reaches the shop and not PostgreSQL', async () => {
  const shop = await startProcess({ dataDir: used })
  const before = serverPid(used)
  process.kill(-Number(shop.child.pid), 'SIGINT')
  await vi.waitFor(() => expect(shop.messages).toContainEqual({ interrupted: true }), soon)
  await query(shop, 'select 1')
  expect(serverPid(used)).toBe(before)
})

test('a shop killed three times under load loses nothing that was acknowledged and orphans nothing', async () => {
  const acknowledged: number[] = []
  for (const round of [1, 2, 3]) {
    const shop = await startProcess({ dataDir: used })
    expect(await keptIn(shop)).toEqual(expect.arrayContaining(acknowledged))
    const writing = writeUntilItFails(shop, round * 100_000, acknowledged)
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(round * 100), soon)
    await shop.kill()
    await writing
    // The next round starts at once, while the last PostgreSQL is still ending.
  }
  await vi.waitFor(() => expect(serversIn(used)).toEqual([]), soon)
  expect(await keptIn(await start(used))).toEqual(expect.arrayContaining(acknowledged))
})

test('PostgreSQL killed under load comes back by itself', async () => {
  const said: string[] = []
  const postgres = await start(used, { log: (sentence) => said.push(sentence) })
  const pool = new pg.Pool({ ...postgres.connection, max: 4 }).on('error', () => {})
  const acknowledged: number[] = []
  let failures = 0
  let over = false
  const customer = async (first: number) => {
    for (let id = first; !over; id++) {
      await pool.query('insert into kept values ($1)', [id]).then(
        () => acknowledged.push(id),
        () => failures++,
      )
    }
  }
  const customers = [1, 2, 3, 4].map((number) => customer(number * 1_000_000))
  try {
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), soon)
    process.kill(serverPid(used), 'SIGKILL')
    await vi.waitFor(() => expect(failures).toBeGreaterThan(0), soon)
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 100), soon)
  } finally {
    over = true
    await Promise.all(customers)
    await pool.end()
  }
  expect(await keptIn(postgres)).toEqual(expect.arrayContaining(acknowledged))
  expect(said).toEqual([expect.stringContaining('starting it again'), 'PostgreSQL runs again.'])
})

test('a lock file whose pid now belongs to another living program does not prevent the start', async () => {
  const shop = await startProcess({ dataDir: used })
  const { uid, gid } = fs.statSync(join(used, 'postgres/cluster'))
  const lockFile = fs.readFileSync(join(used, 'postgres/cluster/postmaster.pid'), 'utf8')
  await shop.stop()
  const unrelated = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  try {
    const stale = lockFile.replace(/^\d+/, String(unrelated.pid))
    fs.writeFileSync(join(used, 'postgres/cluster/postmaster.pid'), stale)
    fs.writeFileSync(join(used, 'postgres/socket/.s.PGSQL.5432.lock'), stale)
    await query(await start(used), 'select 1')
    expect(unrelated.exitCode).toBeNull()
  } finally {
    unrelated.kill()
  }
})

test('a second shop on the same folder is refused, a helper shares the server and leaves it running', async () => {
  const shop = await startProcess({ dataDir: used })
  await expect(start(used)).rejects.toThrow(`Another shop is running on ${used}`)
  const helper = await start(used, { share: true })
  expect(helper.owned).toBe(false)
  await query(helper, 'insert into kept values (2)')
  await helper.stop()
  expect(await keptIn(shop)).toContain(2)
})

test('a helper on a folder that nobody uses starts the server itself', async () => {
  const helper = await start(used, { share: true })
  expect(helper.owned).toBe(true)
})

test('of several shops started at the same moment exactly one runs', async () => {
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => start(used)))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a first start cut short heals at the next', async () => {
  const dataDir = emptyFolder()
  const shop = startedProcess({ dataDir })
  const place = join(dataDir, 'postgres')
  const unfinished = () => fs.readdirSync(place).filter((name) => name.startsWith('cluster.new-'))
  await vi.waitFor(() => expect(fs.existsSync(join(place, `${unfinished()[0]}/PG_VERSION`))).toBe(true), soon)
  await shop.kill()
  await query(await start(dataDir), 'select 1')
  expect(unfinished()).toEqual([])
})

test('data of another major version is refused, with the way out', async () => {
  const dataDir = copyOfUsed()
  fs.writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /holds data of PostgreSQL 17, and this version of the shop comes with PostgreSQL \d+, .* npm run backup -- FILE\. Then move .* away, and restore with this version: npm run restore -- FILE/,
  )
})

test('a first start that fails says why and leaves nothing half made', async () => {
  const dataDir = emptyFolder()
  const shop = startedProcess({ dataDir, prefix: 'ulimit -f 200;' })
  await shop.ended
  // Under a home that is closed to PostgreSQL's own user, copying its binaries is what fails first.
  expect(shop.refusal).toMatch(
    /^(PostgreSQL could not set up its data|The database cannot be kept) in .*: .+\.$/,
  )
  expect(fs.readdirSync(join(dataDir, 'postgres'))).toEqual(['socket'])
})

test('a folder moved to a long path gets its socket elsewhere', async () => {
  const dataDir = join(folder, 'a-folder-with-quite-a-long-name'.repeat(3))
  fs.mkdirSync(dataDir)
  copyOfUsed(dataDir)
  const postgres = await start(dataDir)
  const { host } = postgres.connection
  expect(Buffer.byteLength(host)).toBeLessThanOrEqual(85)
  expect(fs.statSync(host).mode & 0o777).toBe(0o700)
  await expect(start(dataDir)).rejects.toThrow('Another shop is running')
  await query(postgres, 'select 1')
  await postgres.stop()
  expect(fs.existsSync(host)).toBe(false)
  const again = await start(dataDir)
  expect(again.connection.host).toBe(host)
})

test('links that an install script should have made are made at the start', async () => {
  const removed = removeLinks(clone.libraries)
  expect(removed).not.toEqual([])
  await query(await startProcess({ dataDir: used, clone }), 'select 1')
  expect(fs.readdirSync(clone.libraries)).toEqual(expect.arrayContaining(removed))
})

test('an ordinary user starts it, even where the links are missing and cannot be made', async () => {
  removeLinks(clone.libraries)
  fs.chmodSync(clone.libraries, 0o555)
  try {
    const dataDir = emptyFolder()
    if (ordinaryUser) fs.chownSync(dataDir, ordinaryUser.uid, ordinaryUser.gid)
    const shop = await startProcess({ dataDir, clone, user: ordinaryUser })
    await query(shop, 'create table kept (id int); insert into kept values (1)')
    await shop.stop()
    const again = await startProcess({ dataDir, clone, user: ordinaryUser })
    expect(await keptIn(again)).toEqual([1])
    expect(fs.statSync(join(dataDir, 'postgres/cluster')).uid).toBe(ordinaryUser?.uid ?? process.getuid?.())
    expect(removeLinks(clone.libraries)).toEqual([])
  } finally {
    fs.chmodSync(clone.libraries, 0o755)
  }
})

testAsRoot('needs root: data that an ordinary user made stays that user’s when root starts it', async () => {
  const dataDir = copyOfUsed()
  spawnSync('chown', ['-R', '65534:65534', join(dataDir, 'postgres')])
  await query(await start(dataDir), 'insert into kept values (3)')
  expect(fs.statSync(join(dataDir, 'postgres/cluster/PG_VERSION')).uid).toBe(65534)
})

testAsRoot(
  'needs root: root starts it as a user without rights, in a data folder closed to others',
  async () => {
    const dataDir = join(folder, 'closed/data')
    const shop = await startProcess({ dataDir, prefix: 'umask 077;' })
    await query(shop, 'select 1')
    expect(fs.statSync(join(dataDir, 'postgres/cluster')).uid).not.toBe(0)
    expect(fs.realpathSync(join(dataDir, 'postgres'))).toBe(join(dataDir, 'postgres'))
  },
)

testAsRoot(
  'needs root: root starts it from a home that nobody else may enter, and it says where the data is',
  async () => {
    const home = join(clone.folder, '..')
    fs.chmodSync(home, 0o700)
    const dataDir = join(clone.folder, '.data')
    const shop = await startProcess({ dataDir, clone })
    const place = fs.realpathSync(join(dataDir, 'postgres'))
    try {
      expect(shop.said).toEqual([`The database of ${dataDir} is kept in ${place}.`])
      await query(shop, 'create table kept (id int); insert into kept values (1)')
      await shop.stop()
      const again = await startProcess({ dataDir, clone })
      expect(await keptIn(again)).toEqual([1])
      await again.stop()
      expect(fs.statSync(home).mode & 0o777).toBe(0o700)
      expect(serversIn(place)).toEqual([])
    } finally {
      fs.rmSync(place, { recursive: true })
      fs.chmodSync(home, 0o755)
    }
  },
)

const emptyFolder = () => fs.mkdtempSync(join(folder, 'data-'))

function copyOfUsed(dataDir = emptyFolder()): string {
  spawnSync('cp', ['-a', `${used}/.`, dataDir])
  return dataDir
}

async function start(dataDir: string, more: { share?: boolean; log?: (said: string) => void } = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...more })
  running.push(postgres)
  return postgres
}

function startedProcess(options: PostgresStart): PostgresProcess {
  const shop = new PostgresProcess(options)
  running.push(shop)
  return shop
}

async function startProcess(options: PostgresStart) {
  const shop = startedProcess(options)
  await vi.waitFor(() => expect(shop.connection ?? shop.refusal).toBeDefined(), soon)
  expect(shop.refusal).toBeUndefined()
  return shop
}

type Reachable = { connection?: EmbeddedPostgres['connection'] }

async function query({ connection }: Reachable, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const keptIn = async (shop: Reachable) =>
  (await query(shop, 'select id from kept order by id')).map(({ id }) => id)

async function writeUntilItFails({ connection }: Reachable, first: number, acknowledged: number[]) {
  const client = new pg.Client(connection).on('error', () => {})
  try {
    await client.connect()
    for (let id = first; ; id++) {
      await client.query('insert into kept values ($1)', [id])
      acknowledged.push(id)
    }
  } catch {
    await client.end().catch(() => {})
  }
}

function serverPid(dataDir: string): number {
  return Number.parseInt(fs.readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}
