import type { ReactNode } from 'react'
import type { Rating } from '#contract/people/ratings.ts'
import { Picture } from '../../ui/picture.tsx'
import { Hearts } from './hearts.tsx'
import { PictureLink } from './picture-link.tsx'

export function RatingCard({ rating, actions }: { rating: Rating; actions?: ReactNode }) {
  return (
    <figure className="flex h-full flex-col gap-4 border-quiet border-t pt-4">
      <blockquote className="grow lg:text-lg">
        <p className="before:content-['“'] after:content-['”']">{rating.description}</p>
      </blockquote>
      <figcaption className="flex items-center gap-3">
        <Picture
          src={rating.pictureHidden ? '' : rating.image}
          // A customer chose it: another site need not know which page is read.
          referrerPolicy="no-referrer"
          fallback="/no-portrait.svg"
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-12 shrink-0 rounded-full"
        />
        <div className="grid grid-cols-1">
          <span className="line-clamp-2 font-semibold">{rating.name}</span>
          <span className="flex items-center gap-3">
            <Hearts rating={rating.rating} />
            {rating.pictureHidden && <PictureLink address={rating.image} />}
          </span>
        </div>
      </figcaption>
      {actions}
    </figure>
  )
}
