import { Link } from 'react-router'
import type { Overview } from '#contract/desk/overview.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { UnwrittenTexts } from './unwritten-texts.tsx'
import './open-tasks.css'

type Figure = { label: string; count: number; detail: string; to: string; urgent?: boolean }

type OpenTasksProps = { overview: Overview; urgeTwoStep: boolean }

/** Counts of open tasks, each linked to the page where it is done. */
export function OpenTasks({ overview, urgeTwoStep }: OpenTasksProps) {
  const { toShip, unpaid, quotesAsked, disputes, lowStock, failedRefunds } = overview
  const { cardProviderProblem, mailOff } = overview
  const figures: Figure[] = [
    {
      label: 'To ship',
      count: toShip,
      detail: 'paid, not yet shipped',
      to: '/dashboard/myOrder?state=to-ship',
    },
    {
      label: 'Unpaid orders',
      count: unpaid.orders,
      detail: `${formatCount(unpaid.lapsed)} overdue`,
      to: '/dashboard/myOrder?state=unpaid',
    },
    {
      label: 'Quotes',
      count: quotesAsked,
      detail: 'waiting for your answer',
      to: '/dashboard/myOrder?view=quotes&state=asked',
    },
    {
      label: 'Low stock',
      count: lowStock.products,
      detail: `${formatCount(lowStock.soldOut)} cannot be ordered`,
      to: '/dashboard/manageProduct',
    },
    {
      label: 'Failed refunds',
      count: failedRefunds.payments,
      detail: `${formatDollars(failedRefunds.amount)} to refund`,
      to: '/dashboard/myOrder',
      urgent: failedRefunds.payments > 0,
    },
    {
      label: 'Disputes',
      count: disputes,
      detail: 'open at the card provider',
      to: '/dashboard/myOrder?state=disputed',
      urgent: disputes > 0,
    },
  ]
  return (
    <section aria-label="Open tasks" className="grid gap-4">
      {cardProviderProblem && <p className="text-error font-semibold">{cardProviderProblem}</p>}
      <UnwrittenTexts texts={overview.unwrittenTexts} />
      {mailOff && (
        <Notice>
          <p className="font-semibold">Email is off</p>
          <p className="text-quiet">
            Customers get no confirmations, receipts or password resets. Set SMTP_URL to send email.
          </p>
        </Notice>
      )}
      {urgeTwoStep && (
        <Notice>
          <p className="font-semibold">Protect this account with two-step sign-in</p>
          <p className="text-quiet">
            Admins see every order and customer; a stolen password should not be enough.{' '}
            <Link to="/dashboard/profile" className="link">
              Turn it on in your profile
            </Link>
          </p>
        </Notice>
      )}
      <ul className="open-tasks">
        {figures.map(({ label, count, detail, to, urgent }) => (
          <li key={label}>
            <Link
              to={to}
              data-urgent={urgent || undefined}
              className="grid h-full content-start gap-1 p-4 [--focus-offset:-3px] hover:bg-base-200"
            >
              <span className="text-quiet text-sm">{label}</span>
              <span className={`font-heading text-2xl leading-none ${lookOf(count, urgent)}`}>
                {formatCount(count)}
              </span>
              <span className="text-quiet text-sm">{count > 0 ? detail : 'nothing to do'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What needs nobody steps back. */
function lookOf(count: number, urgent = false) {
  if (count === 0) return 'text-quiet'
  return urgent ? 'text-error' : ''
}
