import { expect, test } from 'vitest'
import { tryEach } from './try-each.ts'

const logged: unknown[] = []
const log = { error: ((fields: { err: Error }) => void logged.push(fields.err.message)) as never }

test('each step is taken, whichever fail; the first error is thrown and the others are logged', async () => {
  const taken: number[] = []
  const step = (number: number, fails: boolean) => async () => {
    taken.push(number)
    if (fails) throw new Error(`step ${number}`)
  }
  const steps = [step(1, false), step(2, true), step(3, true), step(4, false)]
  await expect(tryEach(steps, { log })).rejects.toThrow('step 2')
  expect([taken, logged]).toEqual([[1, 2, 3, 4], ['step 3']])
  taken.length = 0
  await expect(tryEach(steps, { log, stopsAt: () => true })).rejects.toThrow('step 2')
  expect(taken).toEqual([1, 2])
})
