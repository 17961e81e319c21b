import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const turns = `
  import { mkdirSync, rmdirSync } from 'node:fs'
  import { withLock } from '${pathToFileURL(join(import.meta.dirname, 'lock.mjs'))}'
  for (let turn = 0; turn < 60; turn++) await withLock(async () => {
    mkdirSync('inside') // fails if another process is inside
    rmdirSync('inside')
  })
`

test('six processes that take and release the lock in quick turns are never inside together, and none fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', turns], { cwd: folder })
  await Promise.all(Array.from({ length: 6 }, run))
  expect(readdirSync(folder)).toEqual([])
})
