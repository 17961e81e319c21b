import './change-to-root.mjs'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { run } from './child-processes.mjs'
import { adviceFor, SetupError } from './error-advice.mjs'

const stamp = 'build/.built'
const sources = [
  'content',
  'web',
  'contract',
  'public',
  'setup/markdown-plugin.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
]

export function buildIsCurrent() {
  return (
    existsSync(stamp) && existsSync('build/server/index.js') && readFileSync(stamp, 'utf8') === fingerprint()
  )
}

/** By content, because a checkout changes times without changing files, and the other way round. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesOf(`${path}/${name}`))
  return /\.test\.tsx?$/.test(path) ? [] : [path]
}

export async function build() {
  rmSync(stamp, { force: true })
  const built = fingerprint()
  const { failed, output } = await run('react-router', ['build'], { env: { NODE_ENV: 'production' } })
  if (failed) {
    process.stderr.write(output)
    throw new SetupError(
      adviceFor(output) ??
        'The site could not be built for the reason above: fix it and run the command again.',
    )
  }
  writeFileSync(stamp, built)
}
