import { Refusal } from '#contract/calls/refusal.ts'
import { MAX_IMPORT_BYTES } from '#contract/catalogue/imports.ts'
import { openLongSession, sqlState, type Transaction } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as imports from './store.ts'

const PIECE_BYTES = 256 * 1024
const UNIQUE_VIOLATION = '23505'
const AT_WORK = 'Another import is being checked or applied: wait until it is done'

/** Takes in a file piece by piece. Only with its last piece does it exist; an upload that breaks off leaves nothing. */
export async function startImport(
  shop: Shop,
  { email }: Caller,
  fileName: string,
  body: AsyncIterable<Buffer>,
) {
  if (await imports.isAnyAtWork(shop.db)) throw refuse.conflict(AT_WORK)
  const session = await openLongSession(shop.connection, 'upload')
  try {
    const started = await session.db.transaction(async (tx) => {
      const id = await imports.add(tx, fileName, email)
      await storeFile(tx, id, body)
      await imports.supersede(tx, id)
      return imports.beginCheck(tx, id)
    })
    shop.jobs.send('check-import', started.id)
    return imports.toImport(started)
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? refuse.conflict(AT_WORK) : error
  } finally {
    await session.close()
  }
}

async function storeFile(tx: Transaction, id: string, body: AsyncIterable<Buffer>) {
  let [bytes, place] = [0, 0]
  for await (const piece of inPieces(body)) {
    bytes += piece.length
    if (bytes > MAX_IMPORT_BYTES)
      throw new Refusal(
        413,
        `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB: split it into several`,
      )
    await imports.appendFile(tx, id, place++, piece)
  }
  if (bytes === 0) throw refuse.invalid('The file is empty')
}

async function* inPieces(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    collected.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(collected)
    collected = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(collected)
}
