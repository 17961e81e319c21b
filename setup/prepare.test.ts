import { utimesSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Clone } from './fake-clone.ts'

function freshClone() {
  const clone = new Clone()
  onTestFinished(() => clone[Symbol.dispose]())
  return clone
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 10 })

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('what is missing or stale is done, and nothing else', () => {
  test('a fresh clone is installed, then built; a second start finds nothing to do', async () => {
    const clone = freshClone()
    const first = await clone.prepare('start')
    expect(first).toMatchObject({ code: 0 })
    expect(first.said).toMatch(
      /Installing packages: done in \d+\.\d s[\s\S]*Building the site: done in \d+\.\d s/,
    )
    expect(clone.takeCalls()).toEqual(['npm ci', 'react-router build'])
    expect(await clone.prepare('start')).toEqual({ code: 0, signal: null, said: '' })
    expect(clone.takeCalls()).toEqual([])
  })

  test.each(['dev', 'commands'])('%s installs and does not build', async (purpose) => {
    const clone = freshClone()
    await clone.prepare(purpose)
    expect(clone.takeCalls()).toEqual(['npm ci'])
    expect(await clone.prepare(purpose)).toEqual({ code: 0, signal: null, said: '' })
  })
})

test.runIf(process.platform === 'linux')(
  'the pinned Node is found where npm forgets to link it',
  async () => {
    const clone = freshClone()
    expect(await clone.prepare('start', { NPM_FORGETS_NODE: 'yes' })).toMatchObject({ code: 0 })
    expect(clone.exists('node_modules/.bin/node')).toBe(true)
    expect(await clone.prepare('start')).toEqual({ code: 0, signal: null, said: '' })
  },
)

describe('after a change', () => {
  const clone = new Clone()
  beforeAll(() => clone.prepare('start'))
  afterAll(() => clone[Symbol.dispose]())

  const changes: [string, () => void, string[]][] = [
    ['another version in the lock file', changeLockedVersion, ['npm ci', 'react-router build']],
    ['an interrupted install', () => clone.remove('node_modules/.package-lock.json'), ['npm ci']],
    ['no pinned Node', () => clone.remove('node_modules/.bin/node'), ['npm ci']],
    ['a changed page', () => clone.write('web/root.tsx', 'export default 2'), ['react-router build']],
    ['a new picture', () => clone.write('public/a.svg', '<svg/>'), ['react-router build']],
    ['a changed rule', () => clone.write('contract/rules.ts', ''), ['react-router build']],
    ['an interrupted build', () => clone.remove('build/.built'), ['react-router build']],
    ['a removed build', () => clone.remove('build/server'), ['react-router build']],
    ['a page touched but not changed', () => touch(clone.path('web/root.tsx')), []],
    ['a changed test', () => clone.write('web/root.test.ts', 'export {}'), []],
    ['changed server code', () => clone.write('server/main.ts', ''), []],
    ['npm ci by hand', installByHand, ['react-router build']],
  ]
  test.each(changes)('%s', async (_, change, calls) => {
    clone.takeCalls()
    change()
    expect(await clone.prepare('start')).toMatchObject({ code: 0 })
    expect(clone.takeCalls()).toEqual(calls)
  })

  function changeLockedVersion() {
    const { packages } = JSON.parse(clone.read('package-lock.json'))
    packages['node_modules/plain'].version += '.1'
    clone.write('package-lock.json', JSON.stringify({ packages }))
  }

  function installByHand() {
    changeLockedVersion()
    const { packages } = JSON.parse(clone.read('package-lock.json'))
    delete packages['node_modules/foreign']
    clone.write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  }
})

describe('one sentence says what to do', () => {
  const refusals: [string, string, RegExp][] = [
    [
      'a full disk',
      'npm error code ENOSPC\nnpm error nospc no space left on device',
      /^The disk is full: free about/m,
    ],
    [
      'no network',
      'npm error code ENOTFOUND\nnpm error network request to … failed',
      /^The package registry cannot be reached/m,
    ],
    [
      'a failing registry',
      'npm error code E503\nnpm error 503 Service Unavailable',
      /^The package registry refused or failed/m,
    ],
    [
      'a folder of somebody else',
      'npm error code EACCES\nnpm error syscall mkdir',
      /^The files in this folder cannot be written/m,
    ],
    [
      'a lock file that disagrees',
      'npm error code EUSAGE',
      /^package\.json and package-lock\.json disagree: run npm install/m,
    ],
    ['anything else', 'npm error code EWHATEVER', /^npm ci failed for the reason above/m],
  ]
  test.each(refusals)('%s', async (_, refusal, sentence) => {
    const clone = freshClone()
    const { code, said } = await clone.prepare('start', { NPM_REFUSAL: refusal })
    expect(code).toBe(1)
    expect(said).toMatch(sentence)
    expect(said).toContain(refusal)
    expect(said).not.toContain('EBADENGINE')
    expect(clone.takeCalls()).toEqual(['npm ci'])
    expect(clone.exists('.prepare-lock')).toBe(false)
  })

  test('a package for this machine that npm silently left out', async () => {
    const { code, said } = await freshClone().prepare('start', { NPM_LEAVES_OUT: 'node_modules/native' })
    expect(code).toBe(1)
    expect(said).toContain('The package registry did not provide native: run the command again')
  })

  test('no npm', async () => {
    const { code, said } = await freshClone().prepare('start', { PATH: '/nowhere' })
    expect(code).toBe(1)
    expect(said).toContain('npm was not found: install Node together with npm')
  })

  test('a build that fails shows why', async () => {
    const { code, said } = await freshClone().prepare('start', {
      BUILD_REFUSAL: 'web/root.tsx: unexpected token',
    })
    expect(code).toBe(1)
    expect(said).toMatch(/unexpected token[\s\S]*The site could not be built for the reason above/)
  })

  test('a CHROMIUM_PATH that leads nowhere', async () => {
    const { code, said } = await freshClone().prepare('test', { CHROMIUM_PATH: '/nowhere/chromium' })
    expect(code).toBe(1)
    expect(said).toContain('CHROMIUM_PATH is /nowhere/chromium, which cannot be run: correct it')
  })

  const machines: [string, Partial<NodeJS.Process>, RegExp][] = [
    [
      'an old Node',
      machine('linux', 'x64', '18.20.4'),
      /^Node 20 or newer is needed and this is 18\.20\.4: install Node 24/,
    ],
    [
      'an old Node on macOS',
      machine('darwin', 'arm64', '22.21.0'),
      /^On macOS .* 22\.22 or newer and is 22\.21\.0/,
    ],
    [
      'Windows',
      machine('win32', 'x64', '24.0.0'),
      /^Hundredweight does not run natively on Windows: install WSL/,
    ],
    ['another processor', machine('linux', 'riscv64', '24.0.0'), /runs on Linux .* this is linux riscv64/],
    ['another system', machine('freebsd', 'x64', '24.0.0'), /runs on Linux .* this is freebsd x64/],
  ]
  test.each(machines)('%s', async (_, as, sentence) => {
    const clone = freshClone()
    const { code, said } = await clone.prepare('start', {}, as)
    expect(code).toBe(1)
    expect(said).toMatch(sentence)
    expect(said.trim()).not.toContain('\n')
    expect(clone.takeCalls()).toEqual([])
  })
})

describe('one setup at a time', () => {
  test('a second one waits for the first and then has nothing left to do', async () => {
    const clone = freshClone()
    clone.write('gate', '')
    const first = clone.start('start')
    await until(() => clone.exists('npm-pid'))
    const second = clone.start('start')
    await until(() => second.said.includes('Waiting for another setup'))
    clone.remove('gate')
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(clone.takeCalls()).toEqual(['npm ci', 'react-router build'])
  })

  test('the lock of a setup that was killed does not stop the next ones', async () => {
    const clone = freshClone()
    clone.write('gate', '')
    const killed = clone.start('start')
    await until(() => clone.exists('npm-pid'))
    process.kill(killed.pid, 'SIGKILL')
    process.kill(Number(clone.read('npm-pid')), 'SIGKILL')
    await killed.ended
    clone.remove('gate')
    clone.takeCalls()
    const outcomes = await Promise.all(['start', 'dev', 'start'].map((purpose) => clone.prepare(purpose)))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(clone.takeCalls()).toEqual(['npm ci', 'react-router build'])
    expect(clone.exists('.prepare-lock')).toBe(false)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends npm too and leaves no lock', async (signal) => {
    const clone = freshClone()
    clone.write('gate', '')
    const stopped = clone.start('start')
    await until(() => clone.exists('npm-pid') && clone.read('npm-pid') !== '')
    process.kill(stopped.pid, signal)
    expect((await stopped.ended).code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(isAlive(Number(clone.read('npm-pid')))).toBe(false)
    expect(clone.exists('.prepare-lock')).toBe(false)
  })
})

function machine(platform: string, arch: string, node: string) {
  return { platform, arch, versions: { node } } as Partial<NodeJS.Process>
}

function touch(path: string) {
  utimesSync(path, new Date(), new Date())
}
