import { PrefetchPageLinks } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { screenHandle } from '../layout/screen-handle.tsx'
import { RatingForm } from '../ratings/rating-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { currentUser } from '../users/user-context.ts'
import type { Route } from './+types/add-review.ts'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => context.get(currentUser)

const MY_REVIEW = '/dashboard/myReview'

const title = <PageTitle>{texts.dashboard.addReview}</PageTitle>

export const handle = screenHandle(title)

export default function AddReview({ loaderData: user }: Route.ComponentProps) {
  const navigate = useNavigateIfHere()
  return (
    <>
      {title}
      {/* While the shop is upgraded its scripts change, and a review that was just sent must not look lost. */}
      <PrefetchPageLinks page={MY_REVIEW} />
      <RatingForm user={user} onAdded={() => navigate(MY_REVIEW)} />
    </>
  )
}
