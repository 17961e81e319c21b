import { OVERVIEW_DAYS, OVERVIEW_MONTHS, type Overview } from '#contract/overview.ts'
import { sqlState } from '../database/connect.ts'
import { refuse } from '../http/refusal.ts'
import type { Shop } from '../shop.ts'
import * as overview from './store.ts'

const INVALID_PARAMETER = '22023'

/** How business goes, in the days and months of one time zone. */
export async function readOverview({ db, provider }: Shop, present: overview.LocalNow): Promise<Overview> {
  try {
    const [days, months, bestSellers, waiting, lowStock] = await Promise.all([
      overview.listSales(db, 'day', OVERVIEW_DAYS, present),
      overview.listSales(db, 'month', OVERVIEW_MONTHS, present),
      overview.listBestSellers(db, OVERVIEW_MONTHS, present),
      overview.countOpenTasks(db),
      overview.readLowStock(db),
    ])
    const rejection = provider.rejection()
    return {
      timeZone: present.timeZone,
      days,
      months,
      bestSellers,
      ...waiting,
      lowStock,
      ...(rejection && { cardProviderProblem: `The card provider rejects our requests: ${rejection}` }),
    }
  } catch (problem) {
    // A region that Node.js knows and this PostgreSQL does not.
    if (sqlState(problem) === INVALID_PARAMETER)
      throw refuse.invalid(`The database does not know the time zone ${present.timeZone}`, 'timeZone')
    throw problem
  }
}
