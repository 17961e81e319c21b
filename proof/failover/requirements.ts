import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const PATH = `${process.env.PATH}:/usr/sbin`
const outputOf = (program: string, ...given: string[]) => {
  const { status, stdout } = spawnSync(program, given, { encoding: 'utf8', env: { PATH } })
  return status === 0 ? stdout.trim() : null
}

const versionOf = (program: string) => /\d[\d.]+/.exec(outputOf(program, '--version') ?? '')?.[0] ?? ''

export type Requirements = {
  postgresUser: { uid: number; gid: number }
  postgresBin: string
  patroniVersion: string
  etcdVersion: string
}

/** What Debian's packages bring along, or the reason why the proof cannot run here. */
export function findRequirements(): Requirements | string {
  if (process.getuid?.() !== 0) return 'it must be started by root, which runs PostgreSQL as another user'
  const [uid, gid] = [outputOf('id', '-u', 'postgres'), outputOf('id', '-g', 'postgres')]
  if (!uid || !gid) return 'there is no user named postgres'
  const postgresBin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!postgresBin) return 'postgresql is not installed'
  for (const program of ['etcd', 'patroni', 'haproxy'])
    if (!outputOf('which', program)) return `${program} is not installed`
  // The interpreter of Debian's Patroni, whichever comes first in the path.
  if (outputOf('/usr/bin/python3', '-c', 'import etcd') === null) return 'python3-etcd is not installed'
  return {
    postgresUser: { uid: Number(uid), gid: Number(gid) },
    postgresBin,
    patroniVersion: versionOf('patroni'),
    etcdVersion: versionOf('etcd'),
  }
}
