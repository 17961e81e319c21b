import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, loading, refuseWith, SIZES, test } from './fixtures.ts'
import { addProduct, payOrder, placeNewOrder, placeOrder, rowOf } from './orders.ts'
import { endingAt, logIn, storedToken } from './sign-in.ts'

const { dashboard } = texts

/** What the page asks of the shop before anything is answered, and what it asks after that. */
async function rounds(page: Page, path: string, first: string[]) {
  const asked: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await released
    await route.continue()
  })
  await page.goto(path)
  await expect.poll(() => asked.toSorted()).toEqual(first.toSorted())
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.unroute('**/api/**')
  expect(asked.toSorted()).toEqual(first.toSorted())
}

test('a customer’s pages load in one round of calls', async ({ page, buyer }) => {
  const own = [`/api/admin/${encodeURIComponent(buyer.email)}`, '/api/myitem']
  await rounds(page, '/dashboard', own)
  await rounds(page, '/dashboard/order', [...own, '/api/myQuotes'])
})

test('an admin’s pages load in one round of calls, once this browser knows the admin @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  const admin = await shop.signInAdmin()
  await signInAs(admin)
  const check = `/api/admin/${encodeURIComponent(admin.email)}`
  await rounds(page, '/dashboard/myOrder', [check, '/api/bookings', '/api/refunds'])
  await expect(page.getByRole('link', { name: dashboard.makeAdmin })).toBeVisible()
  await rounds(page, '/dashboard/myOrder?view=quotes', [check, '/api/quotes'])
  await rounds(page, '/dashboard', [
    ...[check, '/api/myitem', '/api/overview'],
    ...['/api/feedback', '/api/subscriptions'],
    ...['/api/failed-mails', '/api/failed-jobs', '/api/auth/account-state'],
  ])
})

test('an admin check that fails is said on the dashboard, and Retry shows the overview @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 500/)
  await signInAs(await shop.signInAdmin())
  await page.route('**/api/admin/*', refuseWith(500, 'Something went wrong'))
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Something went wrong')
  await expect(page.getByRole('region', { name: 'Your orders' })).toBeVisible()
  await page.unroute('**/api/admin/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Sales' })).toBeVisible()
  await expect(page.getByRole('link', { name: dashboard.makeAdmin })).toBeVisible()
})

test('an admin check that fails once leaves an admin the menu @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 503/)
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: dashboard.manageOrder })).toBeVisible()
  await page.route('**/api/admin/*', refuseWith(503, 'Not now'), { times: 1 })
  const refused = page.waitForResponse('**/api/admin/*')
  await page.goto('/dashboard/profile')
  expect((await refused).status()).toBe(503)
  await expect(page.getByLabel('LinkedIn')).toBeVisible()
  await expect(page.getByRole('link', { name: dashboard.manageOrder })).toBeVisible()
})

test('the dashboard treats own orders that do not load like My Order @proof', async ({
  page,
  buyer,
  watch,
}) => {
  watch.allow(/status of (500|403)/)
  await page.route('**/api/myitem?*', refuseWith(500, `Not now, ${buyer.name}`))
  await page.goto('/dashboard')
  await expect(page.getByRole('alert').getByText(`Not now, ${buyer.name}`)).toHaveCount(2)
  await page.route('**/api/myitem?*', refuseWith(403, 'You may not see this'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard$/)
  await expect(page.getByRole('alert').getByText('You may not see this')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('a session that has ended is said in a toast on the way to the login page @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 401/)
  const person = await shop.signUp()
  const token = endingAt(person.token, Math.floor(Date.now() / 1000) + 30)
  await signInAs({ ...person, token, cookies: [] })
  await page.goto('/dashboard/order')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').getByText('Log in to do this')).toBeVisible()
})

test('My Order, Manage Order and Make Admin have their titles from the first moment, and those stay in place @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signInAdmin())
  // From the second visit on, the browser knows that this is an admin.
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: dashboard.makeAdmin })).toBeVisible()
  for (const [path, name] of [
    ['/dashboard/order', dashboard.myOrder],
    ['/dashboard/myOrder', dashboard.manageOrder],
    ['/dashboard/users', dashboard.makeAdmin],
  ] as const)
    for (const viewport of [SIZES.phone, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(viewport)
      const release = await hold(page, '**/api/**')
      await page.goto(path)
      const title = page.getByRole('heading', { level: 1, name })
      await expect(loading(page)).toHaveCount(1)
      const before = await title.boundingBox()
      release()
      await expect(loading(page)).toHaveCount(0)
      expect(await title.boundingBox(), `${path} at ${viewport.width} px`).toEqual(before)
      await page.unroute('**/api/**')
    }
})

test('an admin’s page on a phone has its title and its tools from the first moment, and nothing of both moves @proof', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/login')
  await logIn(page, shop.admin)
  await expect(page).toHaveURL(`${shop.origin}/`)
  const release = await hold(page, '**/api/**')
  await page.goto('/dashboard/manageProduct')
  const heading = page.getByRole('heading', { level: 1, name: dashboard.manageProduct })
  const tool = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').first()
  await expect(tool).toHaveText(dashboard.manageOrder)
  const before = [await heading.boundingBox(), await tool.boundingBox()]
  release()
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  expect([await heading.boundingBox(), await tool.boundingBox()]).toEqual(before)
})

test('every signed-in page has a title before its data is there, and the users page is announced @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  for (const path of ['/dashboard', '/dashboard/order', '/dashboard/users', '/product/any'])
    expect(await (await page.request.get(path)).text()).toMatch(/<title>[^<]+<\/title>/)
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  await page.getByRole('link', { name: dashboard.makeAdmin }).click()
  await expect(page.getByRole('heading', { level: 1, name: dashboard.makeAdmin })).toBeFocused()
  await expect(page.getByRole('status').getByText(dashboard.makeAdmin, { exact: true })).toBeAttached()
})

test.describe('Manage Order', () => {
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search these orders' })

  test('a search that fails keeps list, search box and what was typed; the next one works @proof', async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    watch.allow(/status of 500/)
    const { product } = await placeNewOrder(shop, await shop.signUp())
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard/myOrder')
    await expect(rowOf(page, product)).toBeVisible()
    await page.route('**/api/bookings?*', refuseWith(500, 'Something went wrong'))
    await search(page).pressSequentially(product)
    // The whole name was searched for: a search that is still to come would take Retry away.
    await expect(page).toHaveURL(`/dashboard/myOrder?${new URLSearchParams({ q: product.toLowerCase() })}`)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Something went wrong')
    await expect(search(page)).toHaveValue(product)
    await expect(search(page)).toBeFocused()
    await expect(rowOf(page, product)).toBeVisible()
    await page.unroute('**/api/bookings?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(`1 order for “${product.toLowerCase()}”`)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })

  for (const order of ['before', 'after'] as const)
    test(`a search that begins in the moment ${order} a state is chosen: both count @proof`, async ({
      page,
      shop,
      signInAs,
    }) => {
      const { product } = await placeNewOrder(shop, await shop.signUp())
      await signInAs(await shop.signInAdmin())
      await page.goto('/dashboard/myOrder')
      const unpaid = page.getByRole('link', { name: 'Unpaid', exact: true })
      await expect(unpaid).toBeVisible()
      const link = await unpaid.elementHandle()
      await search(page).evaluate(
        (field: HTMLInputElement, { typed, link, order }) => {
          field.value = typed
          const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
          const steps = [() => field.dispatchEvent(enter), () => (link as HTMLElement).click()]
          for (const step of order === 'before' ? steps : steps.reverse()) step()
        },
        { typed: product, link, order },
      )
      await expect(page.getByText(`1 unpaid order for “${product.toLowerCase()}”`)).toBeVisible()
      await expect(unpaid).toHaveAttribute('aria-current', 'true')
      await expect(search(page)).toHaveValue(product)
    })

  test('typing on the second page keeps the focus in the search box @proof', async ({
    page,
    shop,
    signInAs,
  }) => {
    await signInAs(await shop.signInAdmin())
    // Two pages of the same rows: what matters is only that the page changes.
    await page.route('**/api/bookings?*', async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })
      await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '400' } })
    })
    await page.goto('/dashboard/myOrder?page=2')
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await search(page).pressSequentially('saw')
    await expect(page.getByText('400 orders for “saw”')).toBeVisible()
    await expect(search(page)).toBeFocused()
  })

  test('a row that goes leaves the focus to its neighbor: a shipment under To ship, a refused delete @proof', async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    watch.allow(/status of 404/)
    const product = await addProduct(shop)
    const buyer = await shop.signUp()
    for (const orders of [100, 101])
      await payOrder(shop, buyer, await placeOrder(shop, buyer, product, orders))
    const [gone] = [await placeOrder(shop, buyer, product, 102), await placeOrder(shop, buyer, product, 103)]
    await signInAs(await shop.signInAdmin())
    const rows = rowOf(page, product.name)
    await page.goto(`/dashboard/myOrder?${new URLSearchParams({ q: product.name, state: 'to-ship' })}`)
    await rows.first().getByRole('button', { name: 'Record shipment' }).click()
    await page.getByLabel('Carrier').fill('Example Freight')
    await page.getByLabel('Tracking number').fill('EF 0042')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toBeFocused()

    await page.goto(`/dashboard/myOrder?${new URLSearchParams({ q: product.name, state: 'unpaid' })}`)
    await expect(rows).toHaveCount(2)
    await shop.call('DELETE', `/api/bookings/${gone._id}`, { token: buyer.token })
    await rows
      .last()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toBeFocused()
  })
})

test('a dialog that is loading, or could not, can be canceled; what it loads keeps the focus in it', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 500/)
  await signInAs(await shop.signInAdmin())
  await addProduct(shop)
  await page.goto('/dashboard/manageProduct')
  const opener = page.getByRole('button', { name: 'Rename category' })
  const dialog = page.getByRole('dialog', { name: 'Rename category' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(opener).toBeVisible()

  const release = await hold(page, '**/api/categories')
  await opener.click()
  await cancel.click()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(dialog.getByRole('heading')).toBeFocused()
  release()
  await expect(dialog.getByLabel('New name')).toBeVisible()
  await expect(dialog.getByRole('heading')).toBeFocused()
  await cancel.click()

  await page.route('**/api/categories', refuseWith(500, 'Not now'))
  await opener.click()
  await expect(dialog.getByText('Not now')).toBeVisible()
  await cancel.click()
  await expect(dialog).toBeHidden()
  await opener.click()
  await expect(dialog.getByText('Not now')).toBeVisible()
  await page.unroute('**/api/categories')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByLabel('New name')).toBeVisible()
  await expect(dialog.getByRole('heading')).toBeFocused()
})

test('a button that is there before the list opens nothing that would be lost when the list comes', async ({
  page,
  shop,
  signInAs,
}) => {
  await addProduct(shop)
  await signInAs(await shop.signInAdmin())
  const opener = page.getByRole('button', { name: 'Rename category' })
  await page.goto('/dashboard/manageProduct')
  await expect(opener).toBeVisible() // This browser knows the admin from now on.
  const release = await hold(page, '**/api/products?*')
  await page.reload()
  await expect(loading(page)).toBeVisible()
  const { x = 0, y = 0 } = (await opener.boundingBox()) ?? {}
  await page.mouse.click(x + 10, y + 10)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(loading(page)).toHaveCount(0)
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Rename category' }).getByLabel('New name')).toBeVisible()
})
