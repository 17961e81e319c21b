import { useNavigate } from 'react-router'
import { texts } from '#contract/texts.ts'
import { RatingForm } from '../ratings/rating-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useUser } from '../users/use-user.ts'

export default function AddReview() {
  const user = useUser()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle>{texts.dashboard.addReview}</PageTitle>
      <RatingForm user={user} onAdded={() => navigate('/dashboard/myReview')} />
    </>
  )
}
