import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { screenHandle } from '../layout/screen-handle.tsx'
import { currentUser } from '../session/current-user.ts'
import { loadOwn } from '../session/load-own.ts'
import { RatingCard } from '../storefront/reviews/rating-card.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import type { Route } from './+types/my-reviews.ts'

export function clientLoader({ context, request, url }: Route.ClientLoaderArgs) {
  const { signal } = request
  const { email } = context.get(currentUser)
  return loadOwn(api.listOwnRatings({ query: { email }, signal }), { request, url })
}

const title = <PageTitle>{texts.dashboard.myReview}</PageTitle>

export const handle = screenHandle(title, <Skeleton blocks={1} height="h-48" layout="max-w-144" />)

export default function MyReviews({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {title}
      <Loaded result={loaderData}>
        {(ratings) =>
          ratings.length > 0 ? (
            <>
              <ul
                className={`mb-8 grid items-start gap-x-6 gap-y-8 ${ratings.length > 1 ? 'md:grid-cols-2' : 'max-w-144'}`}
              >
                {ratings.map((rating) => (
                  <li key={rating._id}>
                    <RatingCard rating={rating} />
                  </li>
                ))}
              </ul>
              <Link to="/dashboard/addReview" className="btn btn-outline">
                Write another review
              </Link>
            </>
          ) : (
            <EmptyState sentence="You have not written a review yet.">
              <Link to="/dashboard/addReview" className="btn btn-primary">
                Write your first review
              </Link>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}
