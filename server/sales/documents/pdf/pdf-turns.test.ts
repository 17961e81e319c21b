import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { textOf } from '#test/read-pdf.ts'
import { sampleSheets } from '#test/sample-documents.ts'
import { readConfig } from '../../../config.ts'
import { createPdfRenderer, PdfQueueFull, type PdfReader, PdfThreadLost } from './pdf-renderer.ts'
import type { Sheet } from './sheet.ts'

// The first document of a thread loads the fonts.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const sample = sampleSheets(readConfig({}), 'short').offer as Sheet
const sheet = (number: string): Sheet => ({ ...sample, number })
const reader = (person: string, wide: string, waitedMs = 0): PdfReader => ({
  networks: { wide, narrow: person },
  signal: new AbortController().signal,
  waitedMs,
})

/** A renderer whose thread hangs or ends when it is told to, and the documents in the order in which they were finished. */
function open({ fair = true } = {}) {
  const worker = new URL('../../../../test/failing-pdf-worker.ts', import.meta.url)
  const renderer = createPdfRenderer({ font: null, fair, waiting: 40, worker })
  onTestFinished(renderer.close)
  const made: string[] = []
  let refused = 0
  return {
    made,
    refused: () => refused,
    async render(number: string, from?: PdfReader) {
      try {
        const pdf = await renderer.render(sheet(number), from)
        made.push(number)
        return textOf(pdf)
      } catch (error) {
        if (!(error instanceof PdfQueueFull)) throw error
        refused += 1
        return null
      }
    },
  }
}

const times = <Result>(count: number, work: (at: number) => Result) =>
  Array.from({ length: count }, (_, at) => work(at))

test('one person who asks for 45 documents lets the next person go first', async () => {
  const { render, made } = open()
  const many = times(45, (at) => render(`many ${at}`, reader('many', '10.0.0.0/24')))
  await render('one', reader('one', '10.0.0.0/24'))
  expect(made.slice(0, 4)).toContain('one')
  await Promise.all(many)
})

test('300 persons of one network let somebody of another go first, and that one is not refused', async () => {
  const { render, made, refused } = open()
  const many = times(300, (at) => render(`many ${at}`, reader(`many ${at}`, '10.0.0.0/24')))
  expect(await render('one', reader('one', '10.0.1.0/24'))).toContain('one')
  expect(made.slice(0, 4)).toContain('one')
  await Promise.all(many)
  expect(refused()).toBe(301 - 41)
})

test('RATE_LIMIT=off lifts the turns: whoever asks first is first, and nobody is refused', async () => {
  const { render, made } = open({ fair: false })
  await Promise.all(times(45, (at) => render(`${at}`, reader('many', '10.0.0.0/24'))))
  expect(made).toEqual(times(45, String))
})

test('mails and readers do not wait for each other’s queue', async () => {
  const { render, made } = open()
  const readers = times(20, (at) => render(`reader ${at}`, reader(`reader ${at}`, `10.0.${at}.0/24`)))
  const mails = times(20, (at) => render(`mail ${at}`))
  await Promise.all([...readers, ...mails])
  for (const at of times(20, (at) => at)) {
    const done = made.slice(0, 2 * (at + 1)).filter((number) => number.startsWith('mail'))
    expect(done).toHaveLength(at + 1)
  }
})

test('whoever leaves is not drawn for', async () => {
  const { render, made } = open()
  const first = render('first', reader('first', '10.0.0.0/24'))
  const leaving = new AbortController()
  const left = render('left', { ...reader('left', '10.0.1.0/24'), signal: leaving.signal })
  leaving.abort()
  expect(await left).toBeNull()
  await first
  expect(made).toEqual(['first'])
})

test('a document that hangs is given up after 20 s, and the next is drawn by a new thread', async () => {
  const { render, made } = open()
  await render('before')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = expect(render('(hangs)', reader('one', '10.0.0.0/24'))).rejects.toThrow(PdfThreadLost)
  const next = render('next', reader('another', '10.0.1.0/24'))
  const mail = render('mail')
  await vi.advanceTimersByTimeAsync(19_999)
  expect(made).toEqual(['before'])
  await vi.advanceTimersByTimeAsync(1)
  await hanging
  expect(await next).toContain('next')
  expect(await mail).toContain('mail')
})

test('a thread that ends takes only the document with it that it was drawing', async () => {
  const { render } = open()
  const ending = expect(render('(ends)')).rejects.toThrow(PdfThreadLost)
  const next = render('next')
  await ending
  expect(await next).toContain('next')
})
