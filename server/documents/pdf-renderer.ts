import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'

const IDLE_MS = 300_000
// About a second of work.
const MAX_WAITING = 40

export type PdfRenderer = { render(sheet: Sheet): Promise<Buffer>; close(): Promise<void> }

/** The document could not be made; trying again may help. */
export class PdfError extends Error {}

/** So many wait already that it was not begun. */
export class PdfQueueFull extends PdfError {}

/** Draws documents in a thread of its own, which begins with the first of them and ends when there are none for a while. */
export function createPdfRenderer(font: string | null): PdfRenderer {
  let thread: ReturnType<typeof startThread> | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0

  async function end() {
    clearTimeout(idle)
    const ended = thread
    thread = null
    await ended?.stop()
  }

  return {
    async render(sheet) {
      if (waiting >= MAX_WAITING) throw new PdfQueueFull('Too many documents are waiting to be made')
      clearTimeout(idle)
      waiting += 1
      thread ??= startThread(font, (ended) => {
        if (thread === ended) thread = null
      })
      try {
        return await thread.draw(sheet)
      } catch (cause) {
        throw new PdfError('The PDF could not be made', { cause })
      } finally {
        waiting -= 1
        if (waiting === 0) idle = setTimeout(end, IDLE_MS).unref()
      }
    },
    close: end,
  }
}

function startThread(font: string | null, onEnd: (thread: object) => void) {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { font },
    // Flags of the process are not for it.
    execArgv: [],
  })
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let last = 0
  const fail = (error: unknown) => {
    onEnd(thread)
    for (const { reject } of waiting.values()) reject(error)
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`the thread ended with ${code}`)))
  worker.on('message', ({ id, pdf, error }: { id: number; pdf?: Uint8Array; error?: unknown }) => {
    if (pdf) waiting.get(id)?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    else waiting.get(id)?.reject(error)
    waiting.delete(id)
  })
  const thread = {
    draw(sheet: Sheet): Promise<Buffer> {
      const result = Promise.withResolvers<Buffer>()
      waiting.set(++last, result)
      worker.postMessage({ id: last, sheet })
      return result.promise
    },
    stop: () => worker.terminate(),
  }
  return thread
}
