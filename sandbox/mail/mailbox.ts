import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import PostalMime, { type Email } from 'postal-mime'
import { Journal } from '../journal.ts'

const KEPT = 1_000

type Entry = { id: string; receivedAt: string; to: string[]; raw: string }
type Kept = Entry & { parsed?: Promise<Email> }

/** The newest mails, in an append-only file that is cut down to them at times. */
export class Mailbox {
  #kept: Kept[]
  #journal: Journal

  private constructor(kept: Kept[], journal: Journal) {
    this.#kept = kept
    this.#journal = journal
  }

  static async open(path: string, onFailure: (error: Error) => void) {
    const entries: Entry[] = []
    const journal = await Journal.open(path, (entry) => entries.push(entry as Entry), onFailure)
    const kept = entries.slice(-KEPT)
    if (entries.length < 2 * KEPT) return new Mailbox(kept, journal)
    await journal.close()
    await writeFile(`${path}.new`, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
      mode: 0o600,
    })
    await rename(`${path}.new`, path)
    return new Mailbox(kept, await Journal.open(path, () => {}, onFailure))
  }

  /** Resolves when the mail is on disk: it may then be acknowledged. */
  async keep(to: string[], raw: Buffer) {
    const receivedAt = new Date().toISOString()
    const entry = { id: randomUUID(), receivedAt, to, raw: raw.toString('base64') }
    this.#journal.append(entry)
    await this.#journal.settled()
    this.#kept.push(entry)
    if (this.#kept.length > KEPT) this.#kept.shift()
  }

  /** The newest first. */
  list = () => Promise.all(this.#kept.toReversed().map(read))

  async find(id: string) {
    const kept = this.#kept.find((one) => one.id === id)
    return kept ? read(kept) : null
  }

  close = () => this.#journal.close()
}

export type Mail = Awaited<ReturnType<typeof read>>

/** Parsed when somebody looks, and only once. */
async function read(kept: Kept) {
  const raw = Buffer.from(kept.raw, 'base64')
  kept.parsed ??= PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const { from, subject = '', text = '', html = '', attachments } = await kept.parsed
  const { id, receivedAt, to } = kept
  return {
    id,
    receivedAt,
    to,
    from: [from?.name, from?.address && `<${from.address}>`].filter(Boolean).join(' '),
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, mimeType, content }, index) => ({
      name: filename ?? `attachment-${index + 1}`,
      type: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
    raw,
  }
}
