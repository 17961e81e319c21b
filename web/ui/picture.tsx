import { type ComponentProps, useState } from 'react'

type PictureProps = Omit<ComponentProps<'img'>, 'ref' | 'onError'> & {
  src: string
  alt: string
  width: number
  height: number
  /** Shown when there is no URL or it cannot be loaded. */
  fallback: string
}

export function Picture({ src, fallback, alt, ...rest }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <img
      {...rest}
      alt={alt}
      src={src === '' || src === failed ? fallback : src}
      onError={() => setFailed(src)}
      // An image that failed before hydration fires no event for us any more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(src)
      }}
    />
  )
}
