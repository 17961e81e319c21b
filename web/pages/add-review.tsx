import { texts } from '#contract/fixed-texts.ts'
import { RatingForm } from '../ratings/rating-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useNavigateIfHere } from '../use-navigate-if-here.ts'
import { useUser } from '../users/use-user.ts'

export default function AddReview() {
  const user = useUser()
  const navigate = useNavigateIfHere()
  return (
    <>
      <PageTitle>{texts.dashboard.addReview}</PageTitle>
      <RatingForm user={user} onAdded={() => navigate('/dashboard/myReview')} />
    </>
  )
}
