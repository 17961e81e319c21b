import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openShopForFile } from './shop.ts'

const readme = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n# tested\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines)
const missing = ['bash', 'curl'].filter((program) => spawnSync(program, ['--version']).error)

const shop = await openShopForFile()
const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-readme-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the lines print, run one after the other as a reader would, against this test's shop. */
async function run(lines: string): Promise<string> {
  const script = lines.replaceAll('http://localhost:3000', shop.origin)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  return stdout
}

test.skipIf(missing.length > 0)(
  'needs bash and curl: the lines of the README do what it says, from sign-up to an order',
  async () => {
    const printed: string[] = []
    for (const block of blocks) printed.push(await run(block))
    const output = printed.join('\n')
    expect(output).not.toMatch(/"success":false|"code":/)
    expect(output).toMatch(/"email":"curl@example\.com"/)
    expect(output).toMatch(/"quantity":\d+,/)
    expect(output).toMatch(/"orders":100,"email":"curl@example\.com","name":"Curl Buyer"/)
    expect(output).toMatch(/"paid":false/)
  },
)

test('every command of the README works on a fresh clone: it installs first what it needs', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))
  const commands = [...readme.matchAll(/`npm (?:run )?([a-z:-]+)[^`]*`/g)].map(([, name = '']) => name)
  expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'restore', 'demo:clear']))
  for (const name of commands)
    expect(scripts[`pre${name}`], name).toMatch(/^node setup\/prepare\.mjs (start|test|proof|dev|commands)$/)
})

test('every line that calls the shop is among those that are run', () => {
  const calling = [...readme.matchAll(/^.*\bcurl .*$/gm)].map(([line]) => line)
  expect(calling.length).toBeGreaterThan(0)
  expect(calling.filter((line) => !blocks.some((block) => block.includes(line)))).toEqual([])
})
