import { expect, test } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

/** A table of one column, and what was asked of it. */
function openTable() {
  const rows = new Map([['a', 1]])
  const asked: string[][] = []
  const find = batchLookups(async (keys: string[]) => {
    asked.push(keys)
    return new Map([...rows].filter(([key]) => keys.includes(key)))
  })
  return { rows, asked, find }
}

test('what is asked for at the same moment is looked up in one go, each key once', async () => {
  const { asked, find } = openTable()
  expect(await Promise.all([find('a'), find('b'), find('a')])).toEqual([1, null, 1])
  expect(asked).toEqual([['a', 'b']])
})

test('a lookup that has begun tells nobody who asks later', async () => {
  const { rows, asked, find } = openTable()
  expect(await find('a')).toBe(1)
  const begun = find('a')
  await new Promise(setImmediate)
  rows.set('a', 2)
  expect(await find('a')).toBe(2)
  await begun
  expect(asked).toEqual([['a'], ['a'], ['a']])
})

test('a lookup that fails fails for those who asked, and the next one is made', async () => {
  let away = true
  const find = batchLookups(async () => {
    if (away) throw new Error('away')
    return new Map([['a', 1]])
  })
  expect((await Promise.allSettled([find('a'), find('b')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  away = false
  expect(await find('a')).toBe(1)
})
