import { isDatabaseUnreachable, openLongSession, type Session } from '../../platform/database/connect.ts'
import type { Shop } from '../../shop-context.ts'
import { UnreadableFile } from './file/unreadable-file.ts'
import * as imports from './store.ts'

/** More than this a file is not tried that ends the process each time. */
const MAX_TRIES = 5

/** Another instance goes on with this import. */
export class TakenOver extends Error {}

type Work = (session: Session, row: imports.ImportRow) => Promise<void>

/**
 * Runs long work on a connection of its own, on one instance at a time. An unreachable database interrupts it; any other
 * error ends the import, because one at work keeps others from beginning.
 */
export async function runImport(
  shop: Shop,
  id: string,
  { state, problem, work }: { state: 'checking' | 'applying'; problem: string; work: Work },
) {
  const session = await openLongSession(shop.connection, 'import')
  try {
    if (!(await imports.takeUp(session.db, id))) return
    const row = await imports.find(session.db, id)
    if (row?.state !== state) return
    if ((await imports.countTry(session.db, id)) > MAX_TRIES)
      return await imports.end(session.db, id, { state: 'failed', problem })
    await work(session.db, row)
  } catch (error) {
    if (error instanceof TakenOver) return
    if (isDatabaseUnreachable(error)) throw error
    if (error instanceof UnreadableFile)
      return await imports.end(shop.db, id, { state: 'failed', problem: error.message, errors: error.errors })
    shop.log.error({ err: error, import: id }, 'an import failed')
    await imports.end(shop.db, id, { state: 'failed', problem })
  } finally {
    await session.close()
  }
}
