import { once } from 'node:events'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test, vi } from 'vitest'
import { makePicture } from '#test/make-picture.ts'
import { openConnection } from '#test/raw-connection.ts'
import { openShopForFile } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const upload = (body: Buffer | string, headers: Record<string, string> = { 'content-type': 'image/jpeg' }) =>
  shop.call('POST', '/api/pictures', { token: admin.token, body, headers })

async function load(address: string) {
  const response = await fetch(shop.origin + address)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function countPictures() {
  const { rows } = await shop.shop.db.$client.query<{ count: number }>(
    'select count(*)::int as count from pictures',
  )
  return rows[0]?.count
}

test.each([
  ['JPEG', (picture: Sharp) => picture.jpeg()],
  ['progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ['PNG', (picture: Sharp) => picture.png()],
  ['gray PNG with 16 bits', (picture: Sharp) => picture.toColourspace('grey16').png()],
  ['transparent PNG', (picture: Sharp) => picture.ensureAlpha(0.5).png()],
  ['CMYK JPEG', (picture: Sharp) => picture.toColourspace('cmyk').jpeg()],
  ['WebP', (picture: Sharp) => picture.webp()],
  ['AVIF', (picture: Sharp) => picture.avif({ effort: 0 })],
])('a %s becomes WebP in sRGB, whatever its type is said to be', async (_kind, write) => {
  const file = await makePicture({ width: 1_700, height: 900, write })
  const { status, json } = await upload(file, { 'content-type': 'text/plain' })
  expect([status, json]).toEqual([
    200,
    { success: true, result: { image: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}$/) } },
  ])
  for (const width of [480, 960, 1600]) {
    const { response, bytes } = await load(`${json.result.image}/${width}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width })
  }
})

const patience = { timeout: 15_000 }

test('a phone’s photo of 12 megapixels stands upright and has lost where it was taken; a phone loads it with less than 30 KB', async () => {
  const file = await makePicture({
    width: 4_032,
    height: 3_024,
    write: (picture) =>
      picture
        .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg(),
  })
  expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
  const { json } = await upload(file)
  for (const width of [480, 960, 1600]) {
    const { bytes } = await load(`${json.result.image}/${width}`)
    const described = await sharp(bytes).metadata()
    expect(described).toMatchObject({ width, height: Math.round((width * 4_032) / 3_024) })
    for (const name of ['exif', 'icc', 'xmp', 'iptc', 'orientation'])
      expect(described).not.toHaveProperty(name)
    if (width === 480) expect(bytes.length).toBeLessThan(30_000)
  }
})

test('a picture is never enlarged: a width that it does not have is the next one', async () => {
  const { json } = await upload(await makePicture({ width: 700, height: 500 }))
  const widths = await Promise.all(
    ['/480', '/960', '/1600', ''].map(async (width) => {
      const { bytes } = await load(json.result.image + width)
      return (await sharp(bytes).metadata()).width
    }),
  )
  expect(widths).toEqual([480, 700, 700, 700])
})

test('the same file twice, also at once, is one picture', async () => {
  const file = await makePicture({ width: 333 })
  const before = await countPictures()
  const answers = await Promise.all([upload(file), upload(file)])
  answers.push(await upload(file))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ json }) => json.result.image)).size).toBe(1)
  expect(await countPictures()).toBe(Number(before) + 1)
})

/** Only the size is true: what it announces would be gigabytes. */
function pngOf(width: number, height: number) {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    checksum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>alert(1)</script></svg>'
const NOT_TAKEN = 'Upload a JPEG, PNG, WebP or AVIF picture.'
const DAMAGED = 'The picture is damaged or incomplete.'
const jpeg = await makePicture()
const halfOf = (file: Buffer) => file.subarray(0, file.length / 2)

test.each<[string, Buffer | string, number, string]>([
  ['a text called .jpg', 'This is no picture at all.', 415, NOT_TAKEN],
  ['nothing', '', 415, NOT_TAKEN],
  ['an SVG with a script', svg, 415, NOT_TAKEN],
  ['an SVG that begins like a JPEG', Buffer.from(`\xff\xd8\xff${svg}`, 'latin1'), 400, DAMAGED],
  ['a GIF', await makePicture({ write: (picture) => picture.gif() }), 415, NOT_TAKEN],
  ['a TIFF', await makePicture({ write: (picture) => picture.tiff() }), 415, NOT_TAKEN],
  ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'), 415, NOT_TAKEN],
  [
    'a HEIC of a phone',
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    415,
    'HEIC is not supported: save the picture as a JPEG first.',
  ],
  ['half a JPEG', halfOf(jpeg), 400, DAMAGED],
  ['the first bytes of a JPEG', jpeg.subarray(0, 100), 400, DAMAGED],
  ['half a PNG', halfOf(await makePicture({ write: (picture) => picture.png() })), 400, DAMAGED],
  ['half a WebP', halfOf(await makePicture({ write: (picture) => picture.webp() })), 400, DAMAGED],
  [
    'half an AVIF',
    halfOf(await makePicture({ write: (picture) => picture.avif({ effort: 0 }) })),
    400,
    DAMAGED,
  ],
  ['a PNG of 50,000 × 50,000', pngOf(50_000, 50_000), 400, 'The picture has more than 50 megapixels.'],
  ['a PNG without its pixels', pngOf(5_000, 5_000), 400, DAMAGED],
  [
    'a picture of a few pixels',
    await makePicture({ width: 20, height: 20 }),
    400,
    'The picture is too small: it needs at least 50 × 50 pixels.',
  ],
  [
    'a very narrow picture',
    await makePicture({ width: 60, height: 601 }),
    400,
    'The picture is too narrow: its long side is more than five times its short side.',
  ],
  ['16 MB', Buffer.concat([jpeg], 16_000_000), 413, 'The picture is larger than 15 MB.'],
])('%s is refused in a sentence, and nothing is stored', async (_what, file, status, error) => {
  const before = await countPictures()
  const refused = await upload(file)
  expect([refused.status, refused.json]).toEqual([status, { success: false, error }])
  expect(await countPictures()).toBe(before)
})

test('a body of 16 MB that does not say so is refused as well', async () => {
  const piece = new Uint8Array(1_000_000)
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => (sent++ < 16 ? controller.enqueue(piece) : controller.close()),
  })
  const headers = { authorization: `Bearer ${admin.token}` }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const refused = await fetch(`${shop.origin}/api/pictures`, init)
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { success: false, error: 'The picture is larger than 15 MB.' },
  ])
})

test('other calls still take no more than they did', async () => {
  const body = JSON.stringify({ feedback: 'x'.repeat(200_000) })
  expect((await shop.call('POST', '/api/feedback', { body })).status).toBe(413)
})

test('200 at once: each is stored or asked to come back', async () => {
  const before = await countPictures()
  const files = await Promise.all(
    Array.from({ length: 200 }, (_, number) => makePicture({ width: 200 + number, height: 200 })),
  )
  const answers = await Promise.all(files.map((file) => upload(file)))
  const stored = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect(stored.length + refused.length).toBe(200)
  expect(stored.length).toBeGreaterThanOrEqual(4)
  expect(await countPictures()).toBe(Number(before) + stored.length)
  for (const { json, headers } of refused) {
    expect(json).toEqual({
      success: false,
      error: '4 pictures are being uploaded right now. Try again in a moment.',
    })
    expect(headers.get('retry-after')).toBe('5')
  }
})

test('uploads that are broken off make room for others; those of strangers never take it', async () => {
  const open = async (token: string) => {
    const socket = await openConnection(shop.port)
    socket.write(
      `POST /api/pictures HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000\r\n\r\n\xff`,
    )
    return socket
  }
  const strangers = await Promise.all(Array.from({ length: 10 }, () => open('nobody')))
  expect((await upload(jpeg)).status).toBe(200)
  const slow = await Promise.all(Array.from({ length: 5 }, () => open(admin.token)))
  const [answer] = await Promise.race(slow.map((socket) => once(socket, 'data')))
  expect(String(answer)).toContain('HTTP/1.1 429')
  expect((await upload(jpeg)).status).toBe(429)
  for (const socket of [...slow, ...strangers]) socket.destroy()
  const fourAtOnce = async () =>
    (await Promise.all(Array.from({ length: 4 }, () => upload(jpeg)))).map(({ status }) => status)
  await expect.poll(fourAtOnce, patience).toEqual([200, 200, 200, 200])
  expect(shop.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
