import { type ComponentProps, useState } from 'react'
import { PICTURE_WIDTHS, pictureIdOf } from '#contract/catalogue/stored-pictures.ts'

// The narrowest file, at three device pixels each: what a phone shows must not cost it more.
const ON_A_PHONE = '(max-width: 40rem) 10rem'

type PictureProps = Omit<ComponentProps<'img'>, 'ref' | 'onError'> & {
  src: string
  alt: string
  width: number
  height: number
  /** Shown when there is no URL or it cannot be loaded; by default the drawing that says so of a product. */
  fallback?: string
  /** How wide it is shown on larger screens, so that the browser chooses among the widths of an uploaded picture. */
  sizes?: string
}

/** 4:3 unless it has a size of its own. */
export function Picture({
  src,
  fallback = '/no-picture.svg',
  alt,
  sizes = '100vw',
  className,
  ...rest
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src === '' || src === failed ? fallback : src
  return (
    <img
      {...rest}
      {...(pictureIdOf(shown) && { sizes: `${ON_A_PHONE}, ${sizes}`, srcSet: srcSetOf(shown) })}
      alt={alt}
      src={shown}
      data-fallback={fallback}
      className={`drawing aspect-4/3 bg-base-200 object-cover ${className}`}
      onError={() => setFailed(src)}
      // An image that failed before hydration fires no event for us any more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(src)
      }}
    />
  )
}

const srcSetOf = (src: string) => PICTURE_WIDTHS.map((width) => `${src}/${width} ${width}w`).join(', ')
