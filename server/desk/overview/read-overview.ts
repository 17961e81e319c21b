import { OVERVIEW_DAYS, OVERVIEW_MONTHS, type Overview } from '#contract/desk/overview.ts'
import { sqlState } from '../../platform/database/connect.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { unwrittenTexts } from '../../site/unwritten-texts.ts'
import * as overview from './store.ts'

const INVALID_PARAMETER = '22023'

/** Sales by day and month of one time zone, and the open tasks. */
export async function readOverview(
  { db, provider, config }: Shop,
  localNow: overview.LocalNow,
): Promise<Overview> {
  try {
    const [days, months, bestSellers, openTasks, lowStock] = await Promise.all([
      overview.listSales(db, 'day', OVERVIEW_DAYS, localNow),
      overview.listSales(db, 'month', OVERVIEW_MONTHS, localNow),
      overview.listBestSellers(db, OVERVIEW_MONTHS, localNow),
      overview.countOpenTasks(db),
      overview.readLowStock(db),
    ])
    const rejection = provider.rejection()
    return {
      timeZone: localNow.timeZone,
      days,
      months,
      bestSellers,
      ...openTasks,
      lowStock,
      unwrittenTexts: unwrittenTexts(config),
      mailOff: config.mail.off,
      ...(rejection && { cardProviderProblem: `The card provider rejects our requests: ${rejection}` }),
    }
  } catch (problem) {
    // A region that Node.js knows and this PostgreSQL does not.
    if (sqlState(problem) === INVALID_PARAMETER)
      throw refuse.invalid(`The database does not know the time zone ${localNow.timeZone}`, 'timeZone')
    throw problem
  }
}
