import { texts } from '#contract/fixed-texts.ts'
import type { Rating } from '#contract/people/ratings.ts'
import { api } from '../../api.ts'
import { DeleteButton } from '../../ui/controls/delete-button.tsx'
import { ShowPicture } from './show-picture.tsx'

type RatingActionsProps = {
  rating: Rating
  onDeleted: () => unknown
  onAllDeleted: () => unknown
  onPictureChanged: () => unknown
}

/** For admins. */
export function RatingActions({ rating, onDeleted, onAllDeleted, onPictureChanged }: RatingActionsProps) {
  const { _id, name, image } = rating
  return (
    <div className="-mx-3 flex flex-wrap">
      {image !== '' && <ShowPicture rating={rating} onChanged={onPictureChanged} />}
      <DeleteButton
        what={`the review by ${name}`}
        question={texts.confirmDelete}
        remove={() => api.deleteRating({ params: { id: _id } })}
        onDeleted={onDeleted}
      />
      <DeleteButton
        label="Delete all by this author"
        what={name}
        question={`Delete all reviews by the author of this one (${name})?`}
        remove={() => api.deleteRatingsByAuthor({ params: { id: _id } })}
        onDeleted={onAllDeleted}
      />
    </div>
  )
}
