import { Picture } from '../../ui/picture.tsx'

/** A product's picture in a table, beside its name. */
export function Thumbnail({ image }: { image: string }) {
  return (
    <Picture
      src={image}
      alt=""
      width={56}
      height={42}
      sizes="3.5rem"
      loading="lazy"
      className="w-14 max-w-none rounded-field"
    />
  )
}
