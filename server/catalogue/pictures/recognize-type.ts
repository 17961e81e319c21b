// Brands of the HEIF family: the same container with another codec inside.
const AVIF_BRANDS = /avi[fs]/

/** The type of a picture by its first bytes, whatever it is called; null for anything else. */
export function recognizeType(file: Buffer): string | null {
  const start = file.toString('latin1', 0, 32)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp'
  if (start.startsWith('ftyp', 4)) {
    if (AVIF_BRANDS.test(start)) return 'image/avif'
    return /^(hei|hev|mif|msf)/.test(start.slice(8)) ? 'image/heic' : null
  }
  return null
}
