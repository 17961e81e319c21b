import { texts } from '#contract/fixed-texts.ts'
import { RatingForm } from '../ratings/rating-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { currentUser } from '../users/current-user.ts'
import type { Route } from './+types/add-review.ts'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => context.get(currentUser)

export default function AddReview({ loaderData: user }: Route.ComponentProps) {
  const navigate = useNavigateIfHere()
  return (
    <>
      <PageTitle>{texts.dashboard.addReview}</PageTitle>
      <RatingForm user={user} onAdded={() => navigate('/dashboard/myReview')} />
    </>
  )
}
