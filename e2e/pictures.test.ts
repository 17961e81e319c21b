import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import type { Product } from '../contract/catalogue/products.ts'
import { makePicture } from '../test/make-picture.ts'
import { expectAccessible } from './axe.ts'
import { expect, ON_EACH_SIZE, test } from './fixtures.ts'
import { addProduct, placeOrder } from './orders.ts'

const CHOOSE = /^(Choose a picture|Replace)$/
const UPLOADED = 'Picture uploaded.'

const photo = async (name = 'photo.jpg', width = 1_000) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makePicture({ width, height: 750 }),
})

async function choose(page: Page, form: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: CHOOSE }).click()
  await (await chooser).setFiles(file)
}

/** As the browser tells of files that come from elsewhere. */
async function handOver(
  form: Locator,
  kind: 'drop' | 'paste',
  { name, mimeType, buffer }: Awaited<ReturnType<typeof photo>>,
) {
  const sent = { kind, name, mimeType, bytes: buffer.toString('base64') }
  await form.evaluate((target, { kind, name, mimeType, bytes }) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
    data.items.add(new File([content], name, { type: mimeType }))
    const common = { bubbles: true, cancelable: true }
    target.dispatchEvent(
      kind === 'drop'
        ? new DragEvent('drop', { ...common, dataTransfer: data })
        : new ClipboardEvent('paste', { ...common, clipboardData: data }),
    )
  }, sent)
}

async function fillOther(form: Locator, name: string) {
  await form.locator('[name=name]').fill(name)
  await form.locator('[name=description]').fill('Forged steel')
  await form.locator('[name=price]').fill('9')
  await form.locator('[name=quantity]').fill('1000')
}

const preview = (form: Locator) => form.getByRole('img', { name: 'Current picture' })
const isLoaded = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('a file chooser that is canceled leaves the dialog and what was typed; Escape asks before it throws that away @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  const product = await addProduct(shop)
  await signInAs(await shop.signInAdmin())
  await page.goto(`/dashboard/manageProduct?q=${product.name}`)
  await page.getByRole('button', { name: `Edit ${product.name}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit product' }).locator('form')
  await form.locator('[name=description]').fill('Typed before the chooser')
  // As browsers tell of it.
  await form.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  await expect(form.locator('[name=description]')).toHaveValue('Typed before the chooser')
  // More often than a browser lets Escape be prevented.
  for (let times = 0; times < 4; times++) {
    const asked = page.waitForEvent('dialog')
    const pressed = page.keyboard.press('Escape')
    const question = await asked
    expect(question.message()).toBe('Close this window and lose what you typed?')
    await question.dismiss()
    await pressed
    await expect(form.locator('[name=description]')).toBeFocused()
    await expect(form.locator('[name=description]')).toHaveValue('Typed before the chooser')
  }
  page.once('dialog', (question) => void question.accept())
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('text from an office program is pasted as text, though a picture of it comes along @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/addProduct')
  const description = page.locator('main form [name=description]')
  const isLeftToTheBrowser = await description.evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Forged steel')
    data.setData('text/html', '<b>Forged steel</b>')
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    return field.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
    )
  })
  expect(isLeftToTheBrowser).toBe(true)
  await expect(page.locator('main form').getByLabel('Picture link')).toHaveValue('')
})

for (const { size, viewport, details } of ON_EACH_SIZE)
  test(
    `on a ${size}: a chosen picture is shown, saved with a new product, and seen by visitors`,
    details,
    async ({ page, shop, signInAs }) => {
      await page.setViewportSize(viewport)
      await signInAs(await shop.signInAdmin())
      await page.goto('/dashboard/addProduct')
      const form = page.locator('main form')
      const name = `Pry bar ${randomUUID().slice(0, 8)}`
      await choose(page, form, await photo())
      await expect(form.getByText(UPLOADED)).toBeVisible()
      await expect(form.getByLabel('Picture link')).toHaveValue(/^\/pictures\/[0-9a-f]{32}$/)
      await expect.poll(() => isLoaded(preview(form))).toBe(true)
      await expectAccessible(page)
      await fillOther(form, name)
      await form.getByRole('button', { name: 'Add product' }).click()
      await expect(page.getByText(`${name} was added`)).toBeVisible()
      await expect(form.getByLabel('Picture link')).toHaveValue('')
      await expect(preview(form)).toHaveCount(0)

      await page.goto('/')
      const shown = page.getByRole('img', { name })
      await shown.scrollIntoViewIfNeeded()
      await expect.poll(() => isLoaded(shown)).toBe(true)
      if (size === 'phone')
        expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\/480$/)
    },
  )

test.describe('in Edit Product', () => {
  const edit = async (page: Page, { name }: Product) => {
    await page.goto('/dashboard/manageProduct')
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    return page.getByRole('dialog', { name: 'Edit product' }).locator('form')
  }

  test('a picture is dropped, replaced by a pasted one, removed, and given by its address @proof', async ({
    page,
    shop,
    signInAs,
  }) => {
    const product = await addProduct(shop)
    await signInAs(await shop.signInAdmin())
    const form = await edit(page, product)
    const address = form.getByLabel('Picture link')
    await handOver(form, 'drop', await photo('a.jpg', 900))
    await expect(form.getByText(UPLOADED)).toBeVisible()
    const dropped = await address.inputValue()
    await handOver(form.locator('[name=name]'), 'paste', await photo('b.jpg', 800))
    await expect(address).not.toHaveValue(dropped)
    await expect(form.getByText(UPLOADED)).toBeVisible()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(address).toHaveValue('')
    await expect(form.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
    await address.fill('/demo/claw-hammer.svg')
    await expect(preview(form)).toHaveAttribute('src', '/demo/claw-hammer.svg')
    await address.fill(dropped)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product saved')).toBeVisible()
    const row = page.getByRole('row', { name: new RegExp(product.name) })
    await expect(row.locator('img')).toHaveAttribute('srcset', new RegExp(`${dropped}/480 480w`))
  })

  test('what is no picture is refused in a sentence, and nothing that was typed is lost @proof', async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    watch.allow(/status of (400|404|415)/)
    const product = await addProduct(shop)
    await signInAs(await shop.signInAdmin())
    const form = await edit(page, product)
    await form.locator('[name=description]').fill('Typed before')
    const problem = form.getByRole('alert').first()
    const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Only a text') }
    await choose(page, form, text)
    await expect(problem).toHaveText('Upload a JPEG, PNG, WebP or AVIF picture.')
    await choose(page, form, { ...text, name: 'a.heic', mimeType: 'image/heic' })
    await expect(problem).toHaveText('HEIC is not supported: save the picture as a JPEG first.')
    await choose(page, form, { ...text, buffer: Buffer.alloc(15_000_001) })
    await expect(problem).toHaveText('The picture is larger than 15 MB.')
    const { buffer } = await photo()
    await choose(page, form, { ...text, buffer: buffer.subarray(0, buffer.length / 2) })
    await expect(problem).toHaveText('The picture is damaged or incomplete.')
    await form.getByLabel('Picture link').fill('/pictures/0123456789abcdef0123456789abcdef')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('This picture no longer exists: upload it again.')).toBeVisible()
    await expect(form.getByLabel('Picture link')).toBeFocused()
    await expect(form.locator('[name=description]')).toHaveValue('Typed before')
  })

  test('saving waits for a picture that is being uploaded; a canceled one is not waited for @proof', async ({
    page,
    shop,
    signInAs,
  }) => {
    const product = await addProduct(shop)
    await signInAs(await shop.signInAdmin())
    const form = await edit(page, product)
    let goOn = Promise.withResolvers<void>()
    await page.route('**/api/pictures', async (route) => {
      await goOn.promise
      await route.continue().catch(() => {})
    })
    await choose(page, form, await photo('c.jpg', 700))
    await expect(form.getByRole('progressbar')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('The product will be saved as soon as the upload finishes.')).toBeVisible()
    await form.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(form.getByRole('progressbar')).toHaveCount(0)
    await expect(form.getByText('The product will be saved as soon as')).toHaveCount(0)
    await expect(form.getByLabel('Picture link')).toHaveValue(product.image)

    goOn.resolve()
    goOn = Promise.withResolvers()
    await choose(page, form, await photo('d.jpg', 710))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('The product will be saved as soon as the upload finishes.')).toBeVisible()
    goOn.resolve()
    await expect(page.getByText('Product saved')).toBeVisible()
    const { json } = await shop.call('GET', `/api/product/${product._id}`)
    expect(json.image).toMatch(/^\/pictures\//)
  })
})

test('orders show the picture of what was ordered, to the customer and to the admin @proof', async ({
  page,
  shop,
  buyer,
  elsewhere,
}) => {
  const product = await addProduct(shop, { image: '/demo/claw-hammer.svg' })
  await placeOrder(shop, buyer, product)
  await page.goto('/dashboard/order')
  const inRow = (on: Page) => on.getByRole('row', { name: new RegExp(product.name) }).locator('img')
  await expect(inRow(page)).toHaveAttribute('src', product.image)
  const admins = await elsewhere(await shop.signInAdmin())
  await admins.goto('/dashboard/myOrder')
  await expect(inRow(admins)).toHaveAttribute('src', product.image)
})
