import sharp, { type Sharp } from 'sharp'

type Made = { width?: number; height?: number; write?: (picture: Sharp) => Sharp }

/** A picture as a camera might take it: light that falls off, a few shapes and some grain, in pixels that are the same at every run. */
export function makePicture({ width = 640, height = 480, write = (picture) => picture.jpeg() }: Made = {}) {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let at = 0; at < pixels.length; at += 3) {
    const x = ((at / 3) % width) / width
    const y = Math.floor(at / 3 / width) / height
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    const grain = (seed >> 16) % 12
    const shape = Math.hypot(x - 0.5, y - 0.5) < 0.3 ? 90 : 0
    pixels[at] = 60 + x * 100 + shape / 2 + grain
    pixels[at + 1] = 80 + y * 80 + grain
    pixels[at + 2] = 150 - x * 60 + shape + grain
  }
  return write(sharp(pixels, { raw: { width, height, channels: 3 } })).toBuffer()
}
