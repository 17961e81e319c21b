import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { RatingCard } from '../ratings/rating-card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useOwnList } from '../users/use-own-list.ts'
import { useUser } from '../users/use-user.ts'

export default function MyReviews() {
  const { email } = useUser()
  const loading = useOwnList((signal) => api.listOwnRatings({ query: { email }, signal }), email)

  return (
    <>
      <PageTitle>{texts.dashboard.myReview}</PageTitle>
      <Load loading={loading}>
        {(ratings) =>
          ratings.length > 0 ? (
            <ul className="grid items-start gap-x-6 gap-y-8 md:grid-cols-2">
              {ratings.map((rating) => (
                <li key={rating._id}>
                  <RatingCard rating={rating} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState sentence="You have not written a review yet.">
              <Link to="/dashboard/addReview" className="btn btn-primary">
                Write your first review
              </Link>
            </EmptyState>
          )
        }
      </Load>
    </>
  )
}
