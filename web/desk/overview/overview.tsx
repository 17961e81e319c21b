import type { Overview as Figures } from '#contract/desk/overview.ts'
import { ApiError, api } from '../../api.ts'
import { ownAccount } from '../../session/own-account.ts'
import { BestSellers } from './best-sellers.tsx'
import { Failures, loadFailures } from './failures.tsx'
import { LowStock } from './low-stock.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { SalesSection } from './sales-section.tsx'

/** Sales and open tasks, for the shop's owner. */
export function Overview({ overview, failures, urgeTwoStep }: Awaited<ReturnType<typeof loadOverview>>) {
  const sold = overview.bestSellers.length > 0
  return (
    <div className="grid gap-12">
      <OpenTasks overview={overview} urgeTwoStep={urgeTwoStep} />
      <Failures failures={failures} />
      <SalesSection overview={overview} />
      <div className={`grid items-start gap-12 xl:gap-8 ${sold ? 'xl:grid-cols-2' : ''}`}>
        {sold && <BestSellers bestSellers={overview.bestSellers} />}
        <LowStock lowStock={overview.lowStock} />
      </div>
    </div>
  )
}

export async function loadOverview(signal: AbortSignal) {
  const [overview, failures, account] = await Promise.all([
    loadFigures(signal),
    loadFailures(signal),
    ownAccount.state(signal).catch(() => null),
  ])
  return { overview, failures, urgeTwoStep: Boolean(account?.hasPassword && !account.twoFactorEnabled) }
}

/** In this browser's time zone, or in UTC if the server does not know it. */
async function loadFigures(signal: AbortSignal): Promise<Figures> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return await api.getOverview({ query: { timeZone }, signal })
  } catch (problem) {
    if (problem instanceof ApiError && problem.field === 'timeZone') return api.getOverview({ signal })
    throw problem
  }
}
