import { Picture } from '../ui/picture.tsx'

/** A product's picture in a table, beside its name. */
export function Thumbnail({ image }: { image: string }) {
  return (
    <Picture
      src={image}
      fallback="/no-picture.svg"
      alt=""
      width={56}
      height={42}
      sizes="3.5rem"
      loading="lazy"
      className="drawing aspect-4/3 w-14 max-w-none rounded-field bg-base-200 object-cover"
    />
  )
}
