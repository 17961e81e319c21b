import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf } from '#test/run-command.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const { run } = commandsOf(shop)

test('a nightly backup deletes the oldest once it is complete: never itself, never a file with another name', async () => {
  const folder = path.join(shop.dataDir, 'backups')
  mkdirSync(folder)
  const old = ['2001-01-01', '2002-02-02', '2003-03-03'].map((day) => `hundredweight-${day}T03-00-00.gz`)
  const kept = ['hundredweight-before-the-move.gz', 'hundredweight-2999-01-01T03-00-00.gz']
  const [killed, underWay] = [7, 8].map((pid) => `hundredweight-2001-01-01T03-00-00.gz.${pid}.unfinished`)
  for (const name of [...old, ...kept, killed, underWay]) writeFileSync(path.join(folder, `${name}`), '')
  utimesSync(path.join(folder, `${killed}`), 0, 0)
  const made = await run('backup', { words: ['--keep', '3'] })
  expect(made).toMatchObject({ code: 0, complained: '' })
  expect(made.said).toMatch(/ Older backups deleted: 2\.$/)
  const left = readdirSync(folder)
  expect(left).toEqual(expect.arrayContaining([...kept, old[2], underWay]))
  expect(left).toHaveLength(5)

  const refused = async (...words: string[]) => (await run('backup', { words })).complained
  expect(await refused('--keep', '0')).toBe('--keep must be a whole number, at least 1.')
  expect(await refused('a.gz', '--keep', '2')).toMatch(/^--keep works only with backups in DATA_DIR\/backups/)
  expect(readdirSync(folder)).toEqual(left)
})

test('an old backup that cannot be deleted is named, and the others are deleted all the same', async () => {
  const folder = path.join(shop.dataDir, 'backups')
  const [stuck, old] = ['2001', '2002'].map((year) => `hundredweight-${year}-01-01T03-00-00.gz`)
  const interrupted = `${stuck}.7.unfinished`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, `${stuck}`), { recursive: true })
  for (const name of [old, interrupted]) writeFileSync(path.join(folder, `${name}`), '')
  utimesSync(path.join(folder, interrupted), 0, 0)
  const { code, complained } = await run('backup', { words: ['--keep', '1'] })
  expect(code).toBe(1)
  expect(complained).toMatch(/^The new backup is complete, but not all old ones could be deleted: /)
  expect(complained).toContain(stuck)
  const left = readdirSync(folder)
  for (const name of [old, interrupted]) expect(left).not.toContain(name)
})

test('a backup says its size, and where it cannot be written', async () => {
  const made = await run('backup', { words: [path.join(shop.dataDir, 'a.gz')] })
  const { size } = statSync(path.join(shop.dataDir, 'a.gz'))
  expect(made.said).toContain(`a.gz (${Math.ceil(size / 1000)} KB). `)
  const file = path.join(shop.dataDir, 'a.gz', 'b.gz')
  expect(await run('backup', { words: [file] })).toEqual({
    code: 1,
    said: '',
    complained: `The backup cannot be written to ${file}: a file is in the way.`,
  })
})
