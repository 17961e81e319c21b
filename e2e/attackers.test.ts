import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { itemAddress } from '../contract/catalogue/item-address.ts'
import type { Product } from '../contract/catalogue/products.ts'
import { HEARTS } from '../contract/people/rating-hearts.ts'
import { test as base, expect, loading } from './fixtures.ts'
import { logIn } from './sign-in.ts'

declare global {
  interface Window {
    planted?: string[]
  }
}

// What they plant stays in a shop of their own.
base.use({ settings: { SHOP_NAME: 'Attacked' } })

/** Another site. It is a real one on this machine: a browser keeps others away from it before the shop is asked. */
const test = base.extend<{ evil: { origin: string; html: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
  evil: async ({}, use) => {
    const site = { origin: '', html: '' }
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(site.html)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await use(site)
    server.close()
    server.closeAllConnections()
  },
})

// Each tells on itself by this one name, whatever way it is run.
const RUN = 'window.planted=[...(window.planted||[]),document.location.pathname]'
const CORPUS = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `</title></textarea></script><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `"><svg/onload="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `' onmouseover='${RUN}' autofocus onfocus='${RUN}`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<a href="javascript:${RUN}">click</a>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror="${RUN}">`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `<!--<script>${RUN}</script>-->`,
  `]]></script><script>${RUN}</script>`,
]
const ADDRESSES = [
  `javascript:${RUN}`,
  ` JaVaScRiPt:${RUN}`,
  `java\nscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `//evil.example/x`,
  `vbscript:x`,
]
const ALL_AT_ONCE = CORPUS.join(' ')

async function nothingRan(page: Page) {
  await expect(page.locator('body'), `${page.url()} shows what was planted`).toContainText(
    'window.planted=',
    {
      useInnerText: true,
    },
  )
  expect(await page.evaluate(() => window.planted ?? [])).toEqual([])
  await expect(page.locator('script:not([src])', { hasText: 'window.planted=' })).toHaveCount(0)
  const dangerous = page.locator(
    '[href^="javascript:" i], [src^="javascript:" i], [href^="data:" i], iframe[srcdoc]',
  )
  await expect(dangerous).toHaveCount(0)
}

test('whatever people write, nobody’s browser runs it: not a visitor’s, a customer’s or the admin’s', async ({
  page,
  shop,
  elsewhere,
  watch,
}) => {
  watch.allow(/./)
  const admin = await shop.signInAdmin()
  const writer = await shop.signUp(CORPUS[0] as string)
  for (const planted of [...CORPUS, ALL_AT_ONCE]) {
    const rating = { description: planted, rating: HEARTS[0] }
    expect((await shop.call('POST', '/api/ratings', { token: writer.token, body: rating })).status).toBe(200)
    const feedback = { name: planted.slice(0, 200), email: planted.slice(0, 200), feedback: planted }
    expect((await shop.call('POST', '/api/feedback', { body: feedback })).status).toBe(200)
  }
  const newProduct = {
    name: `${CORPUS[0]}${CORPUS[3]}`,
    description: ALL_AT_ONCE,
    image: `/x"onerror="${RUN}`,
    price: 1,
    quantity: 5_000,
  }
  expect((await shop.call('POST', '/api/products', { token: admin.token, body: newProduct })).status).toBe(
    200,
  )
  const [product]: [Product] = (await shop.call('GET', '/api/products')).json
  const order = {
    orderId: product._id,
    orders: 100,
    phone: CORPUS[3]?.slice(0, 50),
    address: ALL_AT_ONCE.slice(0, 500),
  }
  expect((await shop.call('POST', '/api/bookings', { token: writer.token, body: order })).status).toBe(200)
  const info = {
    education: ALL_AT_ONCE.slice(0, 500),
    location: CORPUS[4],
    number: '1',
    linkdin: 'https://x.example/"onclick=alert(1)',
  }
  expect(
    (await shop.call('PUT', `/api/profile/${writer.email}`, { token: writer.token, body: { info } })).status,
  ).toBe(200)

  // What a browser would run as an address is not stored in the first place.
  for (const address of ADDRESSES) {
    const refused = [
      await shop.call('POST', '/api/products', {
        token: admin.token,
        body: { ...newProduct, image: address },
      }),
      await shop.call('POST', '/api/ratings', {
        token: writer.token,
        body: { description: 'x', rating: HEARTS[0], image: address },
      }),
    ]
    if (/script:|data:/i.test(address.replace(/\s/g, '')))
      refused.push(
        await shop.call('PUT', `/api/profile/${writer.email}`, {
          token: writer.token,
          body: { info: { ...info, linkdin: address } },
        }),
      )
    for (const { status } of refused) expect(status, address).toBe(400)
  }

  for (const path of [
    '/',
    '/reviews',
    '/catalogue',
    `/catalogue?q=${encodeURIComponent(CORPUS[1] as string)}`,
    itemAddress(product),
    `/product/${product._id}`,
  ]) {
    await page.goto(path)
    await nothingRan(page)
  }
  const own = [
    '/dashboard',
    '/dashboard/order',
    '/dashboard/myReview',
    '/dashboard/addReview',
    '/dashboard/profile',
    `/product/${product._id}`,
  ]
  const managing = ['/dashboard', '/dashboard/users', '/dashboard/myOrder', '/dashboard/manageProduct']
  for (const [person, paths] of [
    [writer, own],
    [admin, managing],
  ] as const) {
    const tab = await elsewhere(person)
    for (const path of paths) {
      expect((await tab.goto(path))?.status(), path).toBe(200)
      await expect(loading(tab)).toHaveCount(0)
      await nothingRan(tab)
    }
  }
})

test('a script that somebody managed to plant in the page is blocked by its policy', async ({
  page,
  watch,
}) => {
  watch.allow(/./)
  await page.goto('/')
  const blocked = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const met: string[] = []
        document.addEventListener('securitypolicyviolation', (event) => {
          met.push(event.effectiveDirective)
          if (met.length === 3) resolve(met)
        })
        const inline = document.createElement('script')
        inline.textContent = 'window.planted=["inline"]'
        document.body.append(inline)
        const far = document.createElement('script')
        far.src = 'https://evil.example/x.js'
        document.body.append(far)
        const handler = document.createElement('div')
        handler.innerHTML = '<img src="data:," onerror="window.planted=[\'handler\']">'
        document.body.append(handler)
      }),
  )
  expect((await blocked).sort()).toEqual(['script-src-attr', 'script-src-elem', 'script-src-elem'])
  expect(await page.evaluate(() => window.planted)).toBeUndefined()
})

test('another site can neither act as who is signed in here nor read what they may, by form or by fetch', async ({
  page,
  shop,
  evil,
  watch,
}) => {
  watch.allow(/./)
  const person = await shop.signUp('Victim')
  // With the cookie as a browser is given it.
  await page.goto('/login?from=%2Fdashboard')
  await logIn(page, person)
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()

  const target = (path: string) => `${shop.origin}/api${path}`
  const forms = [
    [target('/auth/sign-out'), '{"a":"', '"}'],
    [target('/auth/change-password'), '{"currentPassword":"secret1","newPassword":"stolen1","a":"', '"}'],
    [target('/bookings'), '{"orderId":"', '"}'],
    [target('/feedback'), '{"name":"Forged","email":"f","feedback":"forged","a":"', '"}'],
  ]
  for (const [action, name, value] of forms) {
    evil.html = `<form method="post" enctype="text/plain" action="${action}"><input name='${name}' value='${value}'></form>`
    await page.goto(evil.origin)
    const answered = page.waitForResponse((response) => response.url() === action)
    await page.evaluate(() => document.forms[0]?.submit())
    const answer = await answered
    // Until then the page is on its way there, and would interrupt the way to the next form.
    await answer.finished()
    // Signing out nobody, for no cookie came along, is no refusal.
    if (!action?.endsWith('/sign-out')) expect(answer.status(), action).toBeGreaterThanOrEqual(400)
  }

  await page.goto(evil.origin)
  const readable = await page.evaluate(
    async ([token, user, products, signOut]) => {
      const tries: [string, RequestInit][] = [
        [token as string, { credentials: 'include' }],
        [user as string, { credentials: 'include' }],
        [products as string, {}],
        [signOut as string, { method: 'POST', credentials: 'include', body: '{}' }],
        [
          signOut as string,
          {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          },
        ],
      ]
      const outcomes = tries.map(([url, init]) =>
        fetch(url, init).then(
          () => url,
          () => null,
        ),
      )
      return (await Promise.all(outcomes)).filter((url) => url !== null)
    },
    [target('/auth/token'), target('/user'), target('/products'), target('/auth/sign-out')],
  )
  expect(readable).toEqual([])

  expect((await page.request.get('/api/auth/token')).status(), 'still signed in').toBe(200)
  expect((await shop.signIn(person.email, person.password)).token).toBeTruthy()
  const admin = await shop.signInAdmin()
  const { json } = await shop.call('GET', '/api/feedback', { token: admin.token })
  expect(json.filter(({ name }: { name: string }) => name === 'Forged')).toEqual([])
  const orders = await shop.call('GET', `/api/myitem?email=${person.email}`, { token: person.token })
  expect(orders.json).toEqual([])
})

test('no other site can put the shop into a frame', async ({ page, shop, evil, watch }) => {
  watch.allow(/./)
  evil.html = `<iframe src="${shop.origin}/login"></iframe>`
  await page.goto(evil.origin)
  const frame = page.frames().find((one) => one !== page.mainFrame())
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
})
