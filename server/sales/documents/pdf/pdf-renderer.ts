import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientNetworks } from '#networks/client-network.ts'
import { createFairQueue } from '#networks/fair-queue.ts'
import { createKeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { Sheet } from './sheet.ts'

const WORKER = new URL('./pdf-worker.ts', import.meta.url)
const IDLE_MS = 300_000
// Hundreds of times what a document takes, the first one of a thread included.
const DRAWING_MS = 20_000
// More than an attacker usually has networks: whoever is sent away asks again at once.
const MAX_WAITING = 300
const LATE_MS = 1_000
const MAILS = { wide: 'mails', narrow: 'mails' }

/** Who waits for a document: their turns are counted by the person within their wide network. */
export type PdfReader = {
  networks: ClientNetworks
  signal: AbortSignal
  /** How long they have waited already. */
  waitedMs: number
}

export type PdfRenderer = {
  /** Without a reader it is for a mail. */
  render(sheet: Sheet, reader?: PdfReader): Promise<Buffer>
  close(): Promise<void>
}

/** The document could not be made; trying again may help. */
export class PdfError extends Error {}

/** It was not begun: too many wait, or whoever asked has left. */
export class PdfQueueFull extends PdfError {}

/** Its thread ended, or was ended because it took too long. */
export class PdfThreadLost extends PdfError {}

type Options = {
  font: string | null
  /** Whether readers take turns. */
  fair: boolean
  /** How many readers may wait. */
  waiting?: number
  worker?: URL
}

/**
 * Draws documents in a thread of its own, one at a time. The thread begins with the first of them, ends when there are none for a
 * while, and is replaced when it takes too long. One reader and one mail at a time are admitted, so that neither keeps the other waiting.
 */
export function createPdfRenderer({
  font,
  fair,
  waiting = MAX_WAITING,
  worker: file = WORKER,
}: Options): PdfRenderer {
  const readers = createFairQueue({
    concurrency: 1,
    waiting,
    lateAfterMs: LATE_MS,
    placesByNeed: 7,
  })
  const mails = createFairQueue({ concurrency: 1, waiting: Number.POSITIVE_INFINITY })
  const withMutex = createKeyedMutex()
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function startThread() {
    // Flags of the process are not for it.
    const started = new Worker(file, { workerData: { font }, execArgv: [] })
    const forget = () => {
      if (thread === started) thread = null
    }
    // An error without a listener would end the process.
    started.on('error', forget).on('exit', forget)
    return started
  }

  async function endThread() {
    clearTimeout(idle)
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  async function draw(sheet: Sheet): Promise<Buffer> {
    if (closed) throw new PdfError('The shop is closing')
    clearTimeout(idle)
    thread ??= startThread()
    const drawing = thread
    const lost = new AbortController()
    const lose = (reason: string) => lost.abort(new Error(reason))
    const timeout = setTimeout(() => {
      lose(`it took longer than ${DRAWING_MS / 1000} s`)
      void endThread()
    }, DRAWING_MS)
    const onExit = (code: number) => lose(`the thread ended with ${code}`)
    drawing.once('exit', onExit)
    try {
      const drawn = once(drawing, 'message', { signal: lost.signal })
      drawing.postMessage(sheet)
      const [{ pdf, error }] = (await drawn) as [{ pdf?: Uint8Array; error?: unknown }]
      if (!pdf) throw new PdfError('The PDF could not be made', { cause: error })
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    } catch (error) {
      if (error instanceof PdfError) throw error
      throw new PdfThreadLost('The PDF was not finished', { cause: lost.signal.reason ?? error })
    } finally {
      clearTimeout(timeout)
      drawing.off('exit', onExit)
      idle = setTimeout(endThread, IDLE_MS).unref()
    }
  }

  const enter = (reader?: PdfReader) => {
    if (!reader) return mails.enter(MAILS)
    return fair ? readers.enter(reader.networks, reader.signal, reader.waitedMs) : () => {}
  }

  return {
    async render(sheet, reader) {
      const leave = await enter(reader)
      if (!leave) throw new PdfQueueFull('Too many documents are waiting to be made')
      try {
        return await withMutex('draw', () => draw(sheet))
      } finally {
        leave()
      }
    },
    close() {
      closed = true
      return endThread()
    },
  }
}
