import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const native = {
  version: '1.0.0',
  integrity: 'sha512-n',
  optional: true,
  os: [process.platform],
  cpu: [process.arch],
}
const foreign = { version: '1.0.0', integrity: 'sha512-f', optional: true, os: ['aix'], cpu: ['ppc64'] }

const lockFile = {
  packages: {
    '': { dependencies: { plain: '1.0.0' } },
    'node_modules/plain': { version: '1.0.0', integrity: 'sha512-p' },
    'node_modules/native': native,
    'node_modules/foreign': foreign,
  },
}

// Stands in for npm: writes down that it was called, waits for the gate if there is one, installs what the lock file says.
const npm = `#!${process.execPath}
import fs from 'node:fs'
import path from 'node:path'
fs.appendFileSync('calls', 'npm ' + process.argv[2] + '\\n')
fs.writeFileSync('npm-pid', String(process.pid))
const refusal = process.env.NPM_REFUSAL
if (refusal) {
  console.error('npm warn EBADENGINE Unsupported engine\\n' + refusal)
  process.exit(1)
}
const install = () => {
  if (fs.existsSync('gate')) return setTimeout(install, 10)
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  delete packages['']
  delete packages['node_modules/foreign']
  if (process.env.NPM_LEAVES_OUT) delete packages[process.env.NPM_LEAVES_OUT]
  fs.rmSync('node_modules', { recursive: true, force: true })
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  const node = 'node-linux-' + process.arch + '/bin/node'
  fs.mkdirSync(path.dirname('node_modules/' + node), { recursive: true })
  fs.symlinkSync(process.execPath, 'node_modules/' + node)
  if (!process.env.NPM_FORGETS_NODE) fs.symlinkSync('../' + node, 'node_modules/.bin/node')
  fs.copyFileSync('react-router', 'node_modules/.bin/react-router')
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
install()
`

const reactRouter = `#!${process.execPath}
import fs from 'node:fs'
fs.appendFileSync('calls', 'react-router ' + process.argv[2] + '\\n')
if (process.env.BUILD_REFUSAL) {
  console.error(process.env.BUILD_REFUSAL)
  process.exit(1)
}
fs.mkdirSync('build/server', { recursive: true })
fs.writeFileSync('build/server/index.js', '')
`

type Outcome = { code: number | null; signal: NodeJS.Signals | null; said: string }

/** A small folder shaped like a fresh clone, with the real setup in it and programs beside it that only pretend. */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'clone-'))
  readonly #children: ChildProcess[] = []

  constructor() {
    cpSync(import.meta.dirname, this.path('setup'), { recursive: true })
    this.writeProgram('programs/npm', npm)
    this.writeProgram('react-router', reactRouter)
    this.write('package.json', JSON.stringify({ type: 'module', dependencies: { plain: '1.0.0' } }))
    this.write('package-lock.json', JSON.stringify(lockFile))
    this.write('web/root.tsx', 'export default 1')
    this.write('web/root.test.ts', '')
  }

  path(name: string) {
    return join(this.folder, name)
  }

  write(name: string, text: string) {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), text)
  }

  writeProgram(name: string, text: string) {
    this.write(name, text)
    chmodSync(this.path(name), 0o755)
  }

  read(name: string) {
    return readFileSync(this.path(name), 'utf8')
  }

  exists(name: string) {
    return existsSync(this.path(name))
  }

  remove(name: string) {
    rmSync(this.path(name), { recursive: true, force: true })
  }

  /** What was called since the last time somebody asked. */
  takeCalls() {
    const calls = this.exists('calls') ? this.read('calls').trim().split('\n') : []
    this.remove('calls')
    return calls
  }

  /** Starts the setup; `as` replaces facts about the machine before it looks at them. */
  start(purpose: string, env: NodeJS.ProcessEnv = {}, as: Partial<NodeJS.Process> = {}) {
    const facts = Object.entries(as).map(
      ([name, value]) => `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} })`,
    )
    const pretence = `data:text/javascript,${encodeURIComponent(facts.join('\n'))}`
    const child = spawn(process.execPath, ['--import', pretence, 'setup/prepare.mjs', purpose], {
      cwd: this.folder,
      env: { ...process.env, PATH: `${this.path('programs')}:${process.env.PATH}`, ...env },
    })
    this.#children.push(child)
    const running = { pid: child.pid as number, said: '', ended: undefined as unknown as Promise<Outcome> }
    const hear = (chunk: string) => {
      running.said += chunk
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    running.ended = new Promise((done) => {
      child.on('close', (code, signal) => done({ code, signal, said: running.said }))
    })
    return running
  }

  prepare(purpose: string, env?: NodeJS.ProcessEnv, as?: Partial<NodeJS.Process>) {
    return this.start(purpose, env, as).ended
  }

  [Symbol.dispose]() {
    for (const child of this.#children) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
