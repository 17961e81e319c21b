import { texts } from '#contract/fixed-texts.ts'
import type { Rating } from '#contract/ratings.ts'
import { api } from '../api.ts'
import { DeleteButton } from '../ui/delete-button.tsx'

type DeleteRatingProps = { rating: Rating; onDeleted: () => unknown }

export const DeleteRating = ({ rating: { _id, name }, onDeleted }: DeleteRatingProps) => (
  <DeleteButton
    what={`the review by ${name}`}
    question={texts.confirmDelete}
    remove={() => api.deleteRating({ params: { id: _id } })}
    onDeleted={onDeleted}
  />
)
