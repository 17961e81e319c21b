import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from '#test/free-port.ts'

const VERSIONS = [18, 17, 16, 15]
export const ROLE = { name: 'tenant', password: 'hush' }

/** Debian's PostgreSQL, where it is installed. */
export const findPostgres = () =>
  VERSIONS.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) =>
    existsSync(path.join(folder, 'initdb')),
  ) ?? null

/** PostgreSQL refuses to run as root. */
function account() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A folder that belongs to the account that PostgreSQL runs as. */
async function ownFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-managed-'))
  const { uid, gid } = account()
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

/**
 * PostgreSQL as a hosting company gives it: TLS by a certificate authority of its own, few connections, a role that owns
 * nothing but its database.
 */
export async function startManagedPostgres(binaries: string, { maxConnections }: { maxConnections: number }) {
  const folder = await ownFolder()
  const port = await freePort()
  const run = (command: string, given: string[]) =>
    execFileSync(command, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...account() })
  makeCertificates(folder, run)
  const cluster = path.join(folder, 'cluster')
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  run(path.join(binaries, 'initdb'), ['-D', cluster, '-U', 'postgres', '--auth=trust', ...locale])
  await writeFile(
    path.join(cluster, 'pg_hba.conf'),
    'local all postgres trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  )
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: maxConnections,
    ssl: 'on',
    ssl_cert_file: path.join(folder, 'server.crt'),
    ssl_key_file: path.join(folder, 'server.key'),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(binaries, 'postgres'), ['-D', cluster, ...options], {
    cwd: folder,
    stdio: 'ignore',
    ...account(),
  })
  const superuserUrl = (database: string) =>
    `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
  const asSuperuser = async (statement: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: superuserUrl(database) })
    try {
      await client.connect()
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await vi.waitUntil(
    () =>
      asSuperuser('select 1').then(
        () => true,
        () => false,
      ),
    { timeout: 30_000, interval: 100 },
  )
  await asSuperuser(`create role ${ROLE.name} login password '${ROLE.password}'`)

  return {
    port,
    authority: path.join(folder, 'ca.crt'),
    asSuperuser,
    superuserUrl,

    /** A database that the ordinary role owns. */
    async createDatabase(name: string) {
      await asSuperuser(`create database ${name} owner ${ROLE.name}`)
      const user = `${ROLE.name}:${ROLE.password}`
      return `postgres://${user}@localhost:${port}/${name}?sslmode=verify-full&sslrootcert=${path.join(folder, 'ca.crt')}`
    },

    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ManagedPostgres = Awaited<ReturnType<typeof startManagedPostgres>>

function makeCertificates(folder: string, run: (command: string, given: string[]) => void) {
  const openssl = (...given: string[]) => run('openssl', given)
  const key = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=proof', '-keyout', 'ca.key', '-out', 'ca.crt')
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  execFileSync('sh', ['-c', 'printf subjectAltName=DNS:localhost > names'], { cwd: folder })
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-days', '2', '-out', 'server.crt')
}

/** Debian's PgBouncer, where it is installed. */
export const findPgBouncer = () =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)) ?? null

/** PgBouncer in front of it, with nothing set that it does not need. Answers the address of the same database. */
export async function startPgBouncer(
  program: string,
  server: ManagedPostgres,
  { database, mode, size }: { database: string; mode: 'session' | 'transaction'; size: number },
) {
  const folder = await ownFolder()
  const port = await freePort()
  const users = path.join(folder, 'users.txt')
  await writeFile(users, `"${ROLE.name}" "${ROLE.password}"\n`)
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=localhost port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
server_tls_sslmode = verify-full
server_tls_ca_file = ${server.authority}
`,
  )
  const running = spawn(program, ['-q', file], { stdio: 'ignore', ...account() })
  return {
    url: `postgres://${ROLE.name}:${ROLE.password}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
