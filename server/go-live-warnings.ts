import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hasDemoCustomers } from './demo/demo-customers.ts'
import type { Shop } from './shop-context.ts'
import * as users from './users/store.ts'

const PAGES = ['terms', 'privacy', 'contact']
const TO_WRITE = /==.+?==/g

/** Logs what the owner of a live shop may have forgotten; the shop works without it. */
export async function logGoLiveWarnings({ db, log }: Pick<Shop, 'db' | 'log'>) {
  if (!(await users.hasAdmin(db)))
    log.warn(
      {},
      'There is no admin: set ADMIN_EMAIL and start again, or sign up in the shop and run "npm run make-admin"',
    )
  if (await hasDemoCustomers(db))
    log.warn({}, 'The orders of the demo are still there: remove them with "npm run demo:clear"')
  for (const page of PAGES) {
    const text = readFileSync(path.join(import.meta.dirname, `../content/${page}.md`), 'utf8')
    const passages = text.match(TO_WRITE)?.length ?? 0
    if (passages > 0)
      log.warn(
        {},
        `content/${page}.md still has ${passages} passages for you to write, marked like ==(this)==`,
      )
  }
}
