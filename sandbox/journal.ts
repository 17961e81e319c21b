import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
}

/** An append-only file of JSON lines. What `settled()` has waited for survives a crash of the process or the machine. */
export class Journal {
  #file: FileHandle
  #size: number
  #pending: string[] = []
  #waiting: Waiter[] = []
  #flushing: Promise<void> | null = null
  #onFailure: (error: Error) => void

  private constructor(file: FileHandle, size: number, onFailure: (error: Error) => void) {
    this.#file = file
    this.#size = size
    this.#onFailure = onFailure
  }

  static async open(path: string, replay: (entry: unknown) => void, onFailure: (error: Error) => void) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const size = await replayLines(path, replay)
    const file = await open(path, 'a', 0o600)
    const folder = await open(dirname(path), 'r')
    await folder.sync()
    await folder.close()
    return new Journal(file, size, onFailure)
  }

  append(entry: unknown) {
    this.#pending.push(`${JSON.stringify(entry)}\n`)
    this.#flushing ??= this.#flush()
  }

  /** Resolves when everything appended so far is on disk. */
  settled(): Promise<void> {
    if (!this.#flushing) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  async close() {
    await this.#flushing
    await this.#file.close()
  }

  async #flush() {
    await null // entries appended in the same turn share one write
    while (this.#pending.length > 0) {
      const text = this.#pending.join('')
      const waiting = this.#waiting
      this.#pending = []
      this.#waiting = []
      try {
        await this.#write(text)
        for (const waiter of waiting) waiter.resolve()
      } catch (error) {
        for (const waiter of [...waiting, ...this.#waiting]) waiter.reject(error as Error)
        this.#onFailure(error as Error)
        return
      }
    }
    this.#flushing = null
    for (const waiter of this.#waiting.splice(0)) waiter.resolve()
  }

  async #write(text: string) {
    if ((await this.#file.stat()).size !== this.#size)
      throw new Error('another process writes to the journal')
    const bytes = Buffer.from(text)
    await this.#file.appendFile(bytes)
    await this.#file.datasync()
    this.#size += bytes.length
  }
}

/** Hands every whole line to `replay`, cuts off a last line that a crash tore, and answers the remaining size. */
async function replayLines(path: string, replay: (entry: unknown) => void) {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const size = bytes.lastIndexOf('\n') + 1
  const lines = bytes.subarray(0, size).toString('utf8').split('\n').slice(0, -1)
  lines.forEach((line, index) => {
    replay(parseLine(line, `${path} line ${index + 1}`))
  })
  if (size < bytes.length) await truncate(path, size)
  return size
}

function parseLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new Error(`the journal is damaged: ${place}`, { cause })
  }
}
