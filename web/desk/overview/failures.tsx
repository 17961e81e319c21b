import { api } from '../../api.ts'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'

type Failure = {
  _id: string
  what: string
  about: string
  error: string
  failedAt: string
  retry: () => Promise<unknown>
}

const columns: Column<Failure>[] = [
  { label: 'What', kind: 'title', share: 2, show: ({ what }) => what },
  { label: 'About', share: 2, show: ({ about }) => <Copyable>{about}</Copyable> },
  { label: 'Error', share: 3, show: ({ error }) => error },
  { label: 'Failed', show: ({ failedAt }) => <time dateTime={failedAt}>{formatDateTime(failedAt)}</time> },
  { label: 'Actions', kind: 'actions', show: ({ what, retry }) => <RetryButton what={what} retry={retry} /> },
]

/** Mail that was not delivered and jobs that gave up; nothing while all is well. */
export function Failures({ failures }: { failures: Failure[] }) {
  if (failures.length === 0) return null
  const title = 'Failed emails and jobs'
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" className="mb-1 text-xl">
        {title}
      </h2>
      <p className="mb-4 text-quiet">The shop has given up on these. Fix the cause, then retry.</p>
      <ResponsiveTable label={title} columns={columns} rows={failures} />
    </section>
  )
}

export async function loadFailures(signal: AbortSignal): Promise<Failure[]> {
  const [mails, jobs] = await Promise.all([api.listFailedMails({ signal }), api.listFailedJobs({ signal })])
  return [
    ...mails.map(({ _id: id, subject, email, ...failed }) => ({
      ...failed,
      _id: id,
      what: subject,
      about: email,
      retry: () => api.retryMail({ params: { id } }),
    })),
    ...jobs.map(({ id, what, key, ...failed }) => ({
      ...failed,
      _id: id,
      what,
      about: key,
      retry: () => api.retryFailedJob({ params: { id } }),
    })),
  ]
}
