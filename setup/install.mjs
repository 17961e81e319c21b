import './change-to-root.mjs'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { outsidePath, run } from './child-processes.mjs'
import { adviceFor, SetupError } from './error-advice.mjs'

// npm writes it last, so that an interrupted install has none.
const record = 'node_modules/.package-lock.json'
const pinnedNode = 'node_modules/.bin/node'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

export function installIsCurrent() {
  return existsSync(record) && hasNode() && declaresWhatIsLocked() && missingPackages().length === 0
}

/** Node comes with the packages on Linux; on macOS it is the person's own. */
const hasNode = () => process.platform !== 'linux' || existsSync(pinnedNode)

function declaresWhatIsLocked() {
  const declared = readJson('package.json')
  const locked = readJson('package-lock.json').packages['']
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (list) => JSON.stringify(declared[list]) === JSON.stringify(locked[list]),
  )
}

/** What the lock file wants on this machine and npm has not installed in exactly that version. */
function missingPackages() {
  const installed = readJson(record).packages
  return Object.entries(readJson('package-lock.json').packages).flatMap(([place, wanted]) => {
    const there = installed[place]
    const fine = there
      ? there.version === wanted.version && there.integrity === wanted.integrity
      : isForOthers(wanted)
    return place === '' || fine ? [] : [place.replace(/^.*node_modules\//, '')]
  })
}

function isForOthers({ optional, os, cpu, libc }) {
  const fits = (allowed, ours) => allowed === undefined || [allowed].flat().includes(ours)
  const isForUs = (os || cpu) && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc')
  return optional === true && !isForUs
}

const options = [
  // Somebody with NODE_ENV=production needs the build tools all the same.
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  // The usual waits between retries leave a person without network in the dark for over a minute.
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=5000',
]

export async function install() {
  if (usesMusl()) {
    throw new SetupError(
      'The shop needs a Linux with glibc (Debian, Ubuntu, Fedora …) and this one has musl: use one of those.',
    )
  }
  const { failed, output } = await run('npm', ['ci', ...options], { env: { PATH: outsidePath } })
  if (failed) throw new SetupError(npmAdvice(output))
  // npm leaves out an optional package that it could not get, and calls that success.
  const missing = missingPackages()
  if (missing.length > 0) {
    throw new SetupError(
      `The package registry did not provide ${missing.join(', ')}: run the command again, or choose another registry with npm config set registry.`,
    )
  }
  linkNode()
  await assertNodeRuns()
}

function npmAdvice(output) {
  if (/^npm: .*ENOENT/m.test(output)) {
    return 'npm was not found: install Node together with npm (https://nodejs.org) and run the command again.'
  }
  process.stderr.write(withoutNoise(output))
  return adviceFor(output) ?? 'npm ci failed for the reason above: fix it and run the command again.'
}

/** npm may itself run on a Node older than the packages ask for; they run on the pinned one. */
const withoutNoise = (output) => output.replace(/^npm warn (EBADENGINE|deprecated|Unknown).*\n/gm, '')

/** npm 9, as in Debian 13, removes the link together with the Node for the other kind of processor. */
function linkNode() {
  if (hasNode()) return
  rmSync(pinnedNode, { force: true })
  symlinkSync(`../node-linux-${process.arch}/bin/node`, pinnedNode)
}

async function assertNodeRuns() {
  const { failed, output } = await run('node', ['--version'])
  if (!failed) return
  rmSync(pinnedNode, { force: true })
  throw new SetupError(
    `The Node that comes with the shop does not run here (${output.trim()}): use a Linux with glibc 2.28 or newer.`,
  )
}

function usesMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}
