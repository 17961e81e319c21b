import { PrefetchPageLinks } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { screenHandle } from '../layout/screen-handle.tsx'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { currentUser } from '../session/current-user.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import type { Route } from './+types/add-review.ts'
import { RatingForm } from './review/rating-form.tsx'

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
