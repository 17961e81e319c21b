import * as users from '../../people/users/store.ts'
import type { Shop } from '../../shop-context.ts'
import { listUnwrittenTexts } from '../../site/unwritten-texts.ts'
import { hasDemoCustomers } from '../demo/recognize-demo-customers.ts'

/** Logs what the owner of a live shop may have forgotten; the shop works without it. */
export async function logGoLiveWarnings({ db, log, config }: Pick<Shop, 'db' | 'log' | 'config'>) {
  if (!(await users.hasAdmin(db)))
    log.warn(
      {},
      'There is no admin: set ADMIN_EMAIL and start again, or sign up in the shop and run "npm run make-admin"',
    )
  if (await hasDemoCustomers(db))
    log.warn({}, 'The demo orders are still there: remove them with "npm run demo:clear"')
  for (const { page, examples } of listUnwrittenTexts(config))
    log.warn({}, `content/${page}.md is not shown: it still has ${examples} examples, marked ==like this==`)
}
