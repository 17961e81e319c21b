// Apart from stored-pictures.ts, which every public page loads.
export const MAX_PICTURE_BYTES = 15_000_000
export const MAX_PICTURE_PIXELS = 50_000_000
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

export const PICTURE_TOO_LARGE = 'The picture is larger than 15 MB.'

/** Why a file of this type cannot be a picture, or null. The form knows the type by the file's name, the server by its first bytes. */
export function pictureTypeProblem(type: string | null): string | null {
  if (PICTURE_TYPES.some((taken) => taken === type)) return null
  if (type === 'image/heic' || type === 'image/heif')
    return 'HEIC is not supported: save the picture as a JPEG first.'
  return 'Upload a JPEG, PNG, WebP or AVIF picture.'
}
