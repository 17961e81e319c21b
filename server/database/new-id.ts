import { createHash, randomBytes } from 'node:crypto'

/** The lowest id of a moment. */
export function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** A UUID of version 7: its beginning is the time, so new rows land side by side in the index. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  return toId(bytes, 7)
}

/** The same text gives the same id, so that the table's key refuses the second. */
export const idFrom = (text: string) => toId(createHash('sha256').update(text).digest().subarray(0, 16), 8)

function toId(bytes: Buffer, version: number): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
