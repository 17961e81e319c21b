import { sqlState } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as imports from './store.ts'

const UNIQUE_VIOLATION = '23505'

/** Has a checked import applied by a job; one that is being applied, or was, is answered as it is. */
export async function applyImport(shop: Shop, { email }: Caller, id: string) {
  const applying = await shop.db
    .transaction(async (tx) => {
      const row = await imports.lock(tx, id)
      if (!row) throw refuse.notFound('No such import')
      if (row.state === 'applying' || row.state === 'done') return row
      if (row.state === 'checking') throw refuse.conflict('The file is still being checked')
      if (row.state === 'failed') throw refuse.conflict('This import has failed: upload the file again')
      if (row.wrong === row.rows)
        throw refuse.conflict('Every row has an error: correct the file and upload it again')
      return imports.beginApplying(tx, id, email)
    })
    .catch((error: unknown) => {
      if (sqlState(error) === UNIQUE_VIOLATION)
        throw refuse.conflict('Another import is being checked or applied: wait until it is done')
      throw error
    })
  if (applying.state === 'applying') shop.jobs.send('apply-import', id)
  return imports.toImport(applying)
}
