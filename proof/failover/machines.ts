import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { freePort } from '#test/free-port.ts'
import { processesIn, signal } from '../processes.ts'
import type { Requirements } from './requirements.ts'

const deploy = path.join(import.meta.dirname, '../../deploy')
export const NAMES = ['node1', 'node2', 'node3'] as const
export type Name = (typeof NAMES)[number]
export type Machines = Awaited<ReturnType<typeof openMachines>>

/**
 * Three machines, which are three addresses of this one, configured with the files of deploy/ as an owner's would be. All that
 * is started here ends with the proof, however that ends.
 */
export async function openMachines(requirements: Requirements) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-failover-'))
  chmodSync(folder, 0o755)
  const guardian = spawn(process.execPath, [path.join(import.meta.dirname, 'guardian.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  // Vitest itself was killed: this process of it would go on alone.
  process.once('disconnect', () => process.exit(1))
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const password = () => randomBytes(24).toString('hex')
  const port = async () => String(await freePort())
  const httpPort = await port()
  const shared = {
    ...parseEnv(readFileSync(path.join(deploy, 'three-machines.env'), 'utf8')),
    ADDRESS_1: `${network}.1`,
    ADDRESS_2: `${network}.2`,
    ADDRESS_3: `${network}.3`,
    NETWORK: '127.0.0.0/8',
    POSTGRES_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
    PATRONI_PASSWORD: password(),
    POSTGRES_BIN: requirements.postgresBin,
    HTTP_BIND: `127.0.0.1:${httpPort}`,
    REDIRECT_BIND: `127.0.0.1:${await port()}`,
    POSTGRES_PORT: await port(),
    PATRONI_PORT: await port(),
    ETCD_PORT: await port(),
    ETCD_PEER_PORT: await port(),
    PRIMARY_PORT: await port(),
    SHOP_PORT: await port(),
    // A proof that halts Patroni must not restart the machine that it runs on.
    PATRONI_WATCHDOG: 'off',
  }

  const folderOf = (name: Name) => path.join(folder, name)
  const addressOf = (name: Name) => `${network}.${NAMES.indexOf(name) + 1}`
  const settingsOf = (name: Name) => ({
    ...shared,
    NAME: name,
    ADDRESS: addressOf(name),
    POSTGRES_DATA: path.join(folderOf(name), 'postgres'),
    POSTGRES_SOCKETS: folderOf(name),
    PATRONI_FILES: folderOf(name),
  })
  const { uid, gid } = requirements.postgresUser
  for (const name of NAMES) {
    mkdirSync(folderOf(name))
    chownSync(folderOf(name), uid, gid)
  }

  function run(program: string, given: string[], log: string, options: SpawnOptions & { cwd: string }) {
    const output = openSync(path.join(options.cwd, `${log}.log`), 'a')
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...options.env }
    return spawn(program, given, { ...options, env, stdio: ['ignore', output, output], detached: true })
  }

  function startEtcd(name: Name) {
    const cwd = folderOf(name)
    const env = parseEnv(fillIn('etcd/etcd.env', settingsOf(name))) as NodeJS.ProcessEnv
    run('etcd', [], 'etcd', { cwd, env: { ...env, ETCD_DATA_DIR: path.join(cwd, 'etcd') } })
  }

  function startPatroni(name: Name) {
    const cwd = folderOf(name)
    const file = path.join(cwd, 'patroni.yml')
    writeFileSync(file, fillIn('patroni/patroni.yml', settingsOf(name)), { mode: 0o600 })
    chownSync(file, uid, gid)
    run('patroni', [file], 'patroni', { cwd, env: { HOME: cwd }, uid, gid })
  }

  return {
    folder,
    folderOf,
    addressOf,
    origin: `http://127.0.0.1:${httpPort}`,
    settings: shared,

    /** Etcd, Patroni and with it PostgreSQL. */
    start(name: Name) {
      startEtcd(name)
      startPatroni(name)
    },

    startBalancer() {
      const file = path.join(folder, 'haproxy.cfg')
      writeFileSync(file, fillIn('haproxy/haproxy.cfg', settingsOf('node1')))
      run('haproxy', ['-db', '-f', file], 'haproxy', { cwd: folder })
    },

    /** To all that was started there, or to PostgreSQL alone. */
    signal(name: Name, sent: NodeJS.Signals, part: 'all' | 'postgres' = 'all') {
      const within = part === 'all' ? folderOf(name) : settingsOf(name).POSTGRES_DATA
      for (const pid of processesIn(within)) signal(pid, sent)
    },

    async close() {
      const ended = new Promise((resolve) => guardian.once('exit', resolve))
      guardian.stdin?.end()
      await ended
    },
  }
}

/** As envsubst does, but for a value that is missing. */
function fillIn(file: string, values: NodeJS.Dict<string>): string {
  return readFileSync(path.join(deploy, file), 'utf8').replace(/\$\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`deploy/${file} needs ${name}, which deploy/three-machines.env does not set`)
    return value
  })
}
