import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartupError } from '../../platform/startup/startup-error.ts'

/** The user that PostgreSQL runs as when we are root, which PostgreSQL itself refuses to be. */
export type OsUser = { name: string; uid: number; gid: number }

const CANDIDATES = ['postgres', '_postgres', 'nobody']

/** Null: PostgreSQL runs as whoever runs us. Data that exists decides by its owner. */
export function osUserFor(cluster: string): OsUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const known = knownAccounts()
  if (owner && owner.uid !== 0) {
    const name = known.find(({ uid }) => uid === owner.uid)?.name ?? `number ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const first = CANDIDATES.map((name) => known.find((account) => account.name === name)).find(Boolean)
  return first ?? { name: 'nobody', uid: 65534, gid: 65534 }
}

/** Whether a shell condition (see test(1)) holds for that user; `$1` is the path. */
export function passesTestAs(account: OsUser, condition: string, path: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', condition, 'sh', path], {
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
    uid: account.uid,
    gid: account.gid,
  })
  if (asked.error) {
    throw new StartupError(
      `PostgreSQL does not run as root and this process is not allowed to become user ${account.name}: ` +
        'start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
      { cause: asked.error },
    )
  }
  return asked.status === 0
}

function knownAccounts(): OsUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
