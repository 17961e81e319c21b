import type { ReactNode } from 'react'
import { texts } from '#contract/fixed-texts.ts'
import type { TotalCount } from '#contract/formats/format-number.ts'
import type { StoredFeedback, Subscription } from '#contract/people/feedback.ts'
import { api } from '../../api.ts'
import { loadPage } from '../../lists/paged-list.tsx'
import { useShowMore } from '../../lists/use-show-more.tsx'
import { DeleteButton } from '../../ui/controls/delete-button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'

/** What visitors have left for the shop's owner. */
export function Inbox({ feedback, subscriptions }: Awaited<ReturnType<typeof loadInbox>>) {
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <Feedback first={feedback} />
      <Subscriptions first={subscriptions} />
    </div>
  )
}

export async function loadInbox(signal: AbortSignal) {
  const first = [loadFeedback('1', { signal }), loadSubscriptions('1', { signal })] as const
  const [feedback, subscriptions] = await Promise.all(first)
  return { feedback, subscriptions }
}

type Options = { signal?: AbortSignal }

const loadFeedback = (page: string, options?: Options) =>
  loadPage((readHeaders) => api.listFeedback({ query: { page }, readHeaders, ...options }))
const loadSubscriptions = (page: string, options?: Options) =>
  loadPage((readHeaders) => api.listSubscriptions({ query: { page }, readHeaders, ...options }))

type FirstPage<Row> = { first: { rows: Row[] } & TotalCount }

function Feedback({ first }: FirstPage<StoredFeedback>) {
  const { rows, more, remove } = useShowMore(first, loadFeedback, ({ _id }) => _id)
  return (
    <section aria-labelledby="inbox-feedback">
      <h2 id="inbox-feedback" className="mb-4 text-xl">
        Feedback
      </h2>
      {rows.length === 0 && <Nothing>Nobody has left feedback yet.</Nothing>}
      <ul className="grid gap-4">
        {rows.map((row) => {
          const { _id, name, email, feedback, createdAt } = row
          return (
            <li key={_id} className="border-base-300 border-t pt-4">
              <p className="whitespace-pre-line">{feedback}</p>
              <div className="mt-1 flex items-center justify-between gap-4">
                <p className="text-quiet text-sm">
                  {name} ·{' '}
                  <a href={`mailto:${encodeURIComponent(email)}`} className="link">
                    {email}
                  </a>{' '}
                  · <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </p>
                <DeleteButton
                  what={`the feedback by ${name}`}
                  question={texts.confirmDelete}
                  remove={() => api.deleteFeedback({ params: { id: _id } })}
                  onDeleted={() => remove(row)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {more}
    </section>
  )
}

function Subscriptions({ first }: FirstPage<Subscription>) {
  const { rows, more, remove } = useShowMore(first, loadSubscriptions, ({ email }) => email)
  return (
    <section aria-labelledby="inbox-subscriptions">
      <h2 id="inbox-subscriptions" className="mb-4 text-xl">
        Subscriptions
      </h2>
      {rows.length === 0 && <Nothing>Nobody has subscribed yet.</Nothing>}
      <ul>
        {rows.map((row) => {
          const { email, createdAt } = row
          return (
            <li key={email} className="flex items-center justify-between gap-4 border-base-300 border-t py-2">
              <div>
                <p>{email}</p>
                <time dateTime={createdAt} className="text-quiet text-sm">
                  {formatDate(createdAt)}
                </time>
              </div>
              <DeleteButton
                what={`the subscription of ${email}`}
                question={texts.confirmDelete}
                remove={() => api.deleteSubscription({ params: { email } })}
                onDeleted={() => remove(row)}
              />
            </li>
          )
        })}
      </ul>
      {more}
    </section>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-2">
    <p className="text-quiet">{children}</p>
    <ArrowLink to="/extra">See the page with both forms</ArrowLink>
  </div>
)
