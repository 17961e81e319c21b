import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Folders } from './folders.ts'
import { runGuarded } from './guarded-process.ts'

export const DATABASE = 'shop'
export const USER = 'shop_owner'

// Not a superuser: what the shop is tricked into running cannot read files or start programs.
const FIRST_STATEMENTS = `create role ${USER} login createdb\ncreate database ${DATABASE} owner ${USER}`

/** Makes the cluster under another name and renames it when complete, so that a start cut short leaves none. */
export async function initCluster({ cluster, account }: Folders, binaries: string, sync: boolean) {
  const place = dirname(cluster)
  const unfinished = `${basename(cluster)}.new-`
  for (const name of readdirSync(place)) if (name.startsWith(unfinished)) discard(join(place, name))

  const fresh = mkdtempSync(join(place, unfinished))
  if (account) chownSync(fresh, account.uid, account.gid)
  const succeed = async (command: string[]) => {
    const cause = await runGuarded({ command, account, end: 'atOnce' }).ended
    if (cause === null) return
    discard(fresh)
    throw new StartupError(`PostgreSQL could not set up its data in ${place}: ${cause}.`)
  }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject']
  const durability = sync ? [] : ['--no-sync']
  await succeed([join(binaries, 'bin/initdb'), `--pgdata=${fresh}`, ...locale, ...access, ...durability])
  const options = ['-c', 'exit_on_error=on', '-c', `fsync=${sync ? 'on' : 'off'}`]
  const single = [join(binaries, 'bin/postgres'), '--single', '-D', fresh, ...options, 'postgres']
  const feed = 'printf "%s\\n" "$0" | "$@"'
  await succeed(['/bin/sh', '-c', feed, FIRST_STATEMENTS, ...single])

  renameSync(fresh, cluster)
  const folder = openSync(place, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function discard(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
