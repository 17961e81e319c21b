import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  return { log, lines: () => lines.splice(0).map((line) => JSON.parse(line)) }
}

test('of warnings that begin alike twenty a second are logged; the rest are counted', () => {
  const { log, lines } = openLog()
  for (let line = 0; line < 1_000; line++) log.warn({ line }, 'throttle reached')
  log.warn({}, 'another warning')
  expect(lines()).toHaveLength(21)
  vi.advanceTimersByTime(1_000)
  expect(lines()).toMatchObject([
    { level: 40, sentence: 'throttle reached', omitted: 980, msg: 'more lines were left out' },
  ])
  log.warn({}, 'throttle reached')
  expect(lines()).toHaveLength(1)
  vi.advanceTimersByTime(5_000)
  expect(lines()).toEqual([])
})

test('refused requests are bounded, answered ones and errors are not', () => {
  const { log, lines } = openLog()
  for (let line = 0; line < 100; line++) log.info({ status: 404 }, 'answered')
  expect(lines()).toHaveLength(20)
  for (let line = 0; line < 100; line++) log.info({ status: 200 }, 'answered')
  for (let line = 0; line < 100; line++) log.error({ err: new Error('ours') }, 'unexpected error')
  expect(lines()).toHaveLength(200)
})

test('sentences that strangers write do not get round it', () => {
  const { log, lines } = openLog()
  for (let line = 0; line < 100; line++)
    log.warn({}, `a library of ours says in one sentence or another: ${line}`)
  expect(lines()).toHaveLength(20)
})
