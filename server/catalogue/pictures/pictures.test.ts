import { expect, test } from 'vitest'
import { makePicture } from '#test/make-picture.ts'
import { rawRequest } from '#test/raw-request.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'

const DAY_MS = 86_400_000
const GONE = 'This picture no longer exists: upload it again.'

const shop = await openShopForFile()
const { token } = await shop.signUpAdmin()
const { $client } = shop.shop.db
let width = 300

/** One that nobody has uploaded before. */
async function uploadPicture(): Promise<string> {
  const body = await makePicture({ width: width++ })
  return (await shop.call('POST', '/api/pictures', { token, body })).json.result.image
}

const newProduct = (image: string) => ({
  name: `Crowbar ${image}`,
  image,
  description: 'Steel',
  price: 1,
  quantity: 1_000,
})
const addProduct = (image: string) => shop.call('POST', '/api/products', { token, body: newProduct(image) })

async function findProduct(image: string) {
  const { json } = await shop.call('GET', '/api/products', { token })
  return json.find((product: { image: string }) => product.image === image)
}

const inTwoDays = () => new Date(Date.now() + 2 * DAY_MS)
async function isStored(image: string) {
  const { rows } = await $client.query(`select from pictures where '/pictures/' || id = $1`, [image])
  return rows.length > 0
}

test('a picture is public, may be cached forever, and is not sent to who has it', async () => {
  const image = await uploadPicture()
  for (const address of [image, `${image}/480`, `${image}/480`, `${image}/480?x=1`]) {
    const { status, headers } = await rawRequest(shop.origin, address)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.any(String),
    })
    const again = await rawRequest(shop.origin, address, {
      headers: { 'if-none-match': headers.etag as string },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await rawRequest(shop.origin, address, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] })
  }
})

test('it is read from the database once', async () => {
  const image = await uploadPicture()
  expect((await rawRequest(shop.origin, image)).status).toBe(200)
  await $client.query(`delete from pictures where '/pictures/' || id = $1`, [image])
  expect((await rawRequest(shop.origin, image)).status).toBe(200)
  expect((await rawRequest(shop.origin, `${image}/480`)).status).toBe(404)
})

test.each([
  '/pictures/00000000000000000000000000000000',
  '/pictures/00000000000000000000000000000000/480',
  '/pictures/nothing',
  '/pictures/..%2f..%2fetc',
  '/pictures/%00',
])('%s is not found, and that is not cached', async (address) => {
  const { status, headers, text } = await rawRequest(shop.origin, address)
  expect([status, headers['cache-control'], text]).toEqual([404, 'no-store', 'No such picture\n'])
})

test('a width that is not kept is not found', async () => {
  const image = await uploadPicture()
  for (const width of ['481', '0', '-1', '1e3', '0480', '480.0'])
    expect((await rawRequest(shop.origin, `${image}/${width}`)).status, width).toBe(404)
  expect((await rawRequest(shop.origin, image, { method: 'POST' })).status).toBe(405)
})

test('a product is saved with a picture that is here, and with no other', async () => {
  const image = await uploadPicture()
  expect((await addProduct(image)).status).toBe(200)
  const { _id } = await findProduct(image)
  const missing = '/pictures/0123456789abcdef0123456789abcdef'
  for (const gone of [missing, `${image}/480`, `${image}?x`, '/pictures/', '/pictures/../x.svg']) {
    const refusal = { success: false, error: GONE, field: 'image' }
    const added = await addProduct(gone)
    expect([added.status, added.json], gone).toEqual([400, refusal])
    const body = { version: 1, image: gone, price: 9 }
    const edited = await shop.call('PATCH', `/api/products/${_id}`, { token, body })
    expect([edited.status, edited.json], gone).toEqual([400, refusal])
  }
  expect(await findProduct(image)).toMatchObject({ image, price: 1 })
  const other = await uploadPicture()
  const edited = await shop.call('PATCH', `/api/products/${_id}`, {
    token,
    body: { version: 1, image: other },
  })
  expect(edited.json).toMatchObject({ image: other, version: 2 })
})

test('an order shows the picture of its product', async () => {
  const image = await uploadPicture()
  await addProduct(image)
  const { _id } = await findProduct(image)
  const body = { orderId: _id, orders: 100, phone: '1', address: 'Quay 1' }
  const placed = await shop.call('POST', '/api/bookings', { token, body })
  expect(placed.json).toMatchObject({ image })
  const listed = await shop.call('GET', '/api/bookings', { token })
  expect(listed.json[0]).toMatchObject({ _id: placed.json._id, image })
})

test('what no product uses is deleted after a day; what a deleted product used stays', async () => {
  const [used, deleted, unused, renewed] = await Promise.all([
    uploadPicture(),
    uploadPicture(),
    uploadPicture(),
    makePicture({ width: 299 }),
  ])
  const again = () => shop.call('POST', '/api/pictures', { token, body: renewed })
  const { image } = (await again()).json.result
  await addProduct(used)
  await addProduct(deleted)
  await shop.call('DELETE', `/api/products/${(await findProduct(deleted))._id}`, { token })

  await runDueJobs(shop.shop)
  expect(await Promise.all([used, deleted, unused, image].map(isStored))).toEqual([true, true, true, true])

  await $client.query(`update pictures set created_at = now() - interval '2 days'`)
  await again()
  await runDueJobs(shop.shop)
  expect(await Promise.all([used, deleted, unused, image].map(isStored))).toEqual([true, true, false, true])
  expect(
    (await $client.query('select from picture_files where picture_id = $1', [unused.slice(10)])).rows,
  ).toEqual([])
  expect((await addProduct(unused)).status).toBe(400)
})

test('hundreds of unused pictures are deleted at once', async () => {
  await $client.query(
    `insert into pictures (id, created_by) select md5(n::text), 'a test' from generate_series(1, 250) as n`,
  )
  await runDueJobs(shop.shop, inTwoDays())
  const { rows } = await $client.query(`select from pictures where created_by = 'a test'`)
  expect(rows).toEqual([])
})

test('a product that is being saved while the job runs keeps its picture', async () => {
  const image = await uploadPicture()
  const saving = await $client.connect()
  await saving.query('begin')
  // As `requirePicture` does it.
  await saving.query(`select from pictures where '/pictures/' || id = $1 for key share`, [image])
  await runDueJobs(shop.shop, inTwoDays())
  expect(await isStored(image)).toBe(true)
  await saving.query('rollback')
  saving.release()
  await runDueJobs(shop.shop, inTwoDays())
  expect(await isStored(image)).toBe(false)
})

test('products that are added while the job runs again and again have a picture or are refused', async () => {
  const images = await Promise.all(Array.from({ length: 4 }, uploadPicture))
  while (images.length < 30) images.push(await uploadPicture())
  const jobs = (async () => {
    for (let run = 0; run < 10; run++) await runDueJobs(shop.shop, inTwoDays())
  })()
  const statuses = await Promise.all(images.map(async (image) => (await addProduct(image)).status))
  await jobs
  for (const [place, image] of images.entries())
    expect(await isStored(image), image).toBe(statuses[place] === 200)
  expect(new Set([...statuses, 200, 400])).toEqual(new Set([200, 400]))
})
