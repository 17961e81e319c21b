import type { StoredFeedback, Subscription } from '#contract/feedback.ts'
import { api } from '../api.ts'
import { formatDate } from '../ui/dates.ts'
import { Load } from '../ui/loading.tsx'
import { useLoad } from '../ui/use-load.ts'

/** What visitors have left for the shop's owner. */
export function Inbox() {
  const loading = useLoad(
    (signal) => Promise.all([api.listFeedback({ signal }), api.listSubscriptions({ signal })]),
    [],
  )
  return (
    <Load loading={loading}>
      {([feedback, subscriptions]) => (
        <div className="grid gap-8 xl:grid-cols-[2fr_1fr]">
          <Feedback feedback={feedback} />
          <Subscriptions subscriptions={subscriptions} />
        </div>
      )}
    </Load>
  )
}

function Feedback({ feedback }: { feedback: StoredFeedback[] }) {
  return (
    <section aria-labelledby="inbox-feedback">
      <h2 id="inbox-feedback" className="mb-4 text-xl">
        Feedback
      </h2>
      {feedback.length === 0 && <p className="text-quiet">Nobody has left feedback yet.</p>}
      <ul className="grid gap-4">
        {feedback.map(({ _id, name, email, feedback, createdAt }) => (
          <li key={_id} className="border-base-300 border-t pt-4">
            <p className="whitespace-pre-line">{feedback}</p>
            <p className="text-quiet text-sm">
              {name} · {email} · <time dateTime={createdAt}>{formatDate(createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  return (
    <section aria-labelledby="inbox-subscriptions">
      <h2 id="inbox-subscriptions" className="mb-4 text-xl">
        Subscriptions
      </h2>
      {subscriptions.length === 0 && <p className="text-quiet">Nobody has subscribed yet.</p>}
      <ul>
        {subscriptions.map(({ email, createdAt }) => (
          <li key={email} className="flex justify-between gap-4 border-base-300 border-t py-2">
            <span>{email}</span>
            <time dateTime={createdAt} className="shrink-0 text-quiet text-sm">
              {formatDate(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
