import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#contract/calls/refusal.ts'
import { MAX_PICTURE_PIXELS } from '#contract/catalogue/picture-limits.ts'
import { PICTURE_WIDTHS } from '#contract/catalogue/stored-pictures.ts'
import { refuse } from '../../platform/refusals/refuse.ts'

export type PictureFile = { width: number; height: number; bytes: Buffer }

// For the whole process: no loader but these, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const TIMEOUT_SECONDS = 20
const MIN_SIDE = 50
// Also keeps the height within what WebP can hold.
const MAX_RATIO = 5
const QUALITIES = [76, 64, 52, 40] as const
/** What a phone should have to load for the picture of a product. */
const MAX_SMALLEST_BYTES = 30_000
const TOO_MANY_PIXELS = 'The picture has more than 50 megapixels.'

/** The picture upright, in sRGB and without metadata, as WebP in each width that it has. Refuses what cannot be decoded as a whole. */
export async function encodePicture(upload: Buffer): Promise<PictureFile[]> {
  try {
    const width = await readWidth(upload)
    const widest = Math.min(width, Math.max(...PICTURE_WIDTHS))
    const decode = await decodePicture(upload, widest)
    const [smallest = widest, ...others] = [...PICTURE_WIDTHS.filter((kept) => kept < widest), widest]
    const files = [await encodeWithin(MAX_SMALLEST_BYTES, () => decode(smallest))]
    for (const other of others) files.push(await encode(decode(other), QUALITIES[0]))
    return files
  } catch (error) {
    throw error instanceof Refusal ? error : toRefusal(error as Error)
  }
}

const open = (upload: Buffer) =>
  sharp(upload, {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  }).timeout({ seconds: TIMEOUT_SECONDS })

async function readWidth(upload: Buffer): Promise<number> {
  const { width, height } = (await open(upload).metadata()).autoOrient
  if (width * height > MAX_PICTURE_PIXELS) throw refuse.invalid(TOO_MANY_PIXELS)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short < MIN_SIDE)
    throw refuse.invalid(`The picture is too small: it needs at least ${MIN_SIDE} × ${MIN_SIDE} pixels.`)
  if (long > MAX_RATIO * short)
    throw refuse.invalid('The picture is too narrow: its long side is more than five times its short side.')
  return width
}

/** Decoded once, because most of the time goes into that; returns the picture in any width up to this one. */
async function decodePicture(upload: Buffer, widest: number) {
  const { data, info } = await open(upload)
    .autoOrient()
    .resize({ width: widest })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return (wanted: number) =>
    sharp(data, { raw: { width, height, channels } })
      .resize({ width: wanted })
      .timeout({ seconds: TIMEOUT_SECONDS })
}

async function encode(picture: Sharp, quality: number): Promise<PictureFile> {
  const { data: bytes, info } = await picture.webp({ quality }).toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes }
}

/** As good as fits into so many bytes, down to the lowest quality. */
async function encodeWithin(maxBytes: number, picture: () => Sharp): Promise<PictureFile> {
  const [best, ...lower] = QUALITIES
  let file = await encode(picture(), best)
  for (const quality of lower) {
    if (file.bytes.length <= maxBytes) break
    file = await encode(picture(), quality)
  }
  return file
}

function toRefusal({ message }: Error) {
  if (/pixel limit/i.test(message)) return refuse.invalid(TOO_MANY_PIXELS)
  if (/timeout/i.test(message))
    return refuse.invalid('The picture is taking too long to read: save it as a JPEG first.')
  return refuse.invalid('The picture is damaged or incomplete.')
}
