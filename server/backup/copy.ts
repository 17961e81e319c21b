import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that COPY needs; its types name only what ordinary queries use. */
type Wire = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The rows of `COPY … TO STDOUT` as bytes, read from the server no faster than somebody takes them. */
export function copyOut(client: pg.Client, statement: string): Readable {
  return client.query(new CopyOut(statement) as CopyOut & pg.Submittable)
}

/** Sends these bytes to `COPY … FROM STDIN`, no faster than the server takes them. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyIn(statement, rows)
  client.query(copy as CopyIn & pg.Submittable)
  return copy.finished
}

class CopyOut extends Readable {
  readonly #statement: string
  #wire: Socket | undefined
  #over = false

  constructor(statement: string) {
    super()
    this.#statement = statement
  }

  submit(wire: Wire) {
    this.#wire = wire.stream
    wire.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    // The driver's buffer is used again for what comes next.
    if (!this.push(Buffer.from(chunk))) this.#wire?.pause()
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.#over = true
    this.push(null)
  }

  handleError(error: Error) {
    this.#over = true
    this.destroy(error)
  }

  override _read() {
    this.#wire?.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    // Nobody wants the rest, and nothing else could be said on this connection before it.
    if (!this.#over) this.#wire?.destroy()
    done(error)
  }
}

class CopyIn {
  readonly #statement: string
  readonly #rows: AsyncIterable<Buffer>
  readonly #outcome = Promise.withResolvers<void>()
  #failure: Error | undefined

  constructor(statement: string, rows: AsyncIterable<Buffer>) {
    this.#statement = statement
    this.#rows = rows
  }

  get finished() {
    return this.#outcome.promise
  }

  submit(wire: Wire) {
    wire.query(this.#statement)
  }

  async handleCopyInResponse(wire: Wire) {
    try {
      for await (const chunk of this.#rows) {
        if (this.#failure) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await drained(wire.stream)
      }
      wire.endCopyFrom()
    } catch (error) {
      this.#failure ??= error as Error
      wire.sendCopyFail('the rows could not be read')
    }
  }

  handleCommandComplete() {}

  handleError(error: Error) {
    this.#failure ??= error
    this.#outcome.reject(this.#failure)
  }

  handleReadyForQuery() {
    this.#outcome.resolve()
  }
}

/** Waits for room, or for the end of a connection that will never have any again. */
async function drained(stream: Socket) {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  over.abort()
}
