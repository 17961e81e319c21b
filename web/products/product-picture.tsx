import type { ComponentProps } from 'react'
import { Picture } from '../ui/picture.tsx'

type ProductPictureProps = Omit<ComponentProps<typeof Picture>, 'fallback'>

/** A product's picture, 4:3 on a tinted ground, or the drawing that says that there is none yet. */
export function ProductPicture({ className = '', ...picture }: ProductPictureProps) {
  return (
    <Picture
      {...picture}
      fallback="/no-picture.svg"
      className={`drawing aspect-4/3 bg-base-200 object-cover ${className}`}
    />
  )
}
