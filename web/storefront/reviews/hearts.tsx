import { countHearts, type Hearts as HeartString } from '#contract/people/rating-hearts.ts'

export function Hearts({ rating }: { rating: HeartString }) {
  return (
    <span className="shrink-0 text-heart tracking-wide">
      <span aria-hidden="true">{rating}</span>
      <span className="sr-only">{countHearts(rating)} of 5 hearts</span>
    </span>
  )
}
