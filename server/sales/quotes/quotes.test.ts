import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { dayIn, openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, openTestShop } from '#test/shop.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [customer, stranger, admin] = await Promise.all([shop.signUp(), shop.signUp(), shop.signUpAdmin()])
const quotes = openQuoteClient(shop, admin)
const STEPS = [
  { orders: 100, price: 10 },
  { orders: 300, price: 9.5 },
  { orders: 500, price: 8.99 },
]
const refused = (status: number, error: string) => ({ status, json: { success: false, error } })
const mailsOf = async (column: 'quoteId' | 'bookingId', id: string | undefined) => {
  const { rows } = await shop.shop.db.$client.query<{ kind: string; email: string }>(
    `select kind, email from mails where data->>'${column}' = $1 order by id`,
    [id],
  )
  return rows
}

describe('asking', () => {
  test('gives a number for people, tells the owner, and is seen by its customer and admins alone', async () => {
    const product = await checkout.addProduct(200)
    const { json: quote } = await quotes.ask(customer, product, {
      orders: 5_000,
      wantedBy: dayIn(30),
      purchaseOrder: ' PO 7 ',
      message: 'On pallets, please',
    })
    expect(quote).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^Q-\d{4}-\d{4}$/),
      productId: product,
      product: `Product ${product}`,
      orders: 5_000,
      email: customer.email,
      name: customer.name,
      wantedBy: dayIn(30),
      purchaseOrder: 'PO 7',
      message: 'On pallets, please',
      state: 'asked',
      steps: [],
      held: 0,
      createdAt: expect.any(String),
    })
    expect(await mailsOf('quoteId', quote._id)).toEqual([
      { kind: 'quote-requested', email: shop.shop.config.mail.notify[0] },
    ])
    expect(await checkout.quantity(product)).toBe(200)

    const path = `/api/quotes/${quote._id}`
    expect((await shop.call('GET', path, { token: customer.token })).json).toEqual(quote)
    expect((await shop.call('GET', path, { token: admin.token })).json).toEqual(quote)
    for (const answer of [
      await shop.call('GET', path, { token: stranger.token }),
      await quotes.accept(stranger, quote),
      await quotes.accept(admin, quote),
      await quotes.decline(admin, quote),
      await quotes.withdraw(stranger, quote),
    ])
      expect(answer).toMatchObject(refused(404, 'No such quote'))
    const own = async ({ email, token }: typeof customer) =>
      (await shop.call('GET', `/api/myQuotes?email=${email}`, { token })).json
    expect(await own(customer)).toEqual([quote])
    expect(await own(stranger)).toEqual([])
    expect((await shop.call('GET', '/api/my-data', { token: customer.token })).json.quotes).toEqual([quote])
    await quotes.withdraw(customer, quote)
  })

  test('is refused for a product that is not there, for fewer than 100 units and for a day that is over', async () => {
    const product = await checkout.addProduct(200)
    await shop.call('DELETE', `/api/products/${product}`, { token: admin.token })
    for (const missing of [product, 'nothing', '00000000-0000-7000-8000-000000000000'])
      expect(await quotes.ask(customer, missing)).toMatchObject(refused(404, 'No such product'))
    const there = await checkout.addProduct(200)
    expect(await quotes.ask(customer, there, { orders: 99 })).toMatchObject({
      status: 400,
      json: { field: 'orders' },
    })
    for (const wantedBy of [dayIn(-3), '0000-01-01'])
      expect(await quotes.ask(customer, there, { wantedBy })).toMatchObject({
        status: 400,
        json: { error: 'Choose today or a later date', field: 'wantedBy' },
      })
  })

  test('twice under one key is one quote; for something else the key is refused', async () => {
    const product = await checkout.addProduct(200)
    const key = { 'idempotency-key': 'one click' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => quotes.ask(customer, product, {}, key)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const quote = answers[0]?.json
    expect(await mailsOf('quoteId', quote?._id)).toHaveLength(1)
    expect(await quotes.ask(customer, product, { orders: 400 }, key)).toMatchObject(
      refused(409, 'This idempotency key was used with another body'),
    )
    expect((await quotes.ask(stranger, product, {}, key)).json._id).not.toBe(quote?._id)
  })

  test('ends at 20 open quotes, however many ask at once', async () => {
    const [keen, product] = [await shop.signUp(), await checkout.addProduct(200)]
    const answers = await Promise.all(Array.from({ length: 25 }, () => quotes.ask(keen, product)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const sentence = 'You have 20 open quotes: withdraw or decline one before you request another'
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused(409, sentence))
    const open = answers.find(({ status }) => status === 200)
    await quotes.withdraw(keen, open?.json as never)
    expect((await quotes.ask(keen, product)).status).toBe(200)
  })
})

describe('an offer', () => {
  test('tells the customer and sets the largest quantity aside; a new one replaces both', async () => {
    const product = await checkout.addProduct(1_000)
    const { json: asked } = await quotes.ask(customer, product)
    const offered = await quotes.offer(asked, { steps: STEPS, validUntil: dayIn(0), note: 'Carriage paid' })
    expect(offered.json).toEqual({
      ...asked,
      state: 'offered',
      steps: STEPS,
      validUntil: dayIn(0),
      held: 500,
      note: 'Carriage paid',
    })
    expect(await checkout.quantity(product)).toBe(500)
    const told = { kind: 'offer', email: customer.email }
    expect((await mailsOf('quoteId', asked._id)).slice(1)).toEqual([told])

    await quotes.offer(asked, { steps: STEPS, validUntil: dayIn(0), note: 'Carriage paid' })
    expect((await mailsOf('quoteId', asked._id)).slice(1), 'the same offer').toEqual([told])

    // Its own units count as available.
    await quotes.offer(asked, { steps: [{ orders: 999, price: 8 }] })
    expect([await checkout.quantity(product), (await quotes.see(asked)).held]).toEqual([1, 999])
    await quotes.offer(asked, { steps: [{ orders: 2_000_000, price: 0.01 }], hold: false })
    expect([await checkout.quantity(product), (await quotes.see(asked)).held]).toEqual([1_000, 0])
    expect((await mailsOf('quoteId', asked._id)).slice(1), 'those that had not gone out yet').toEqual([told])
    await quotes.withdraw(admin, asked)
  })

  test.each([
    ['steps', { steps: [] }, 'Offer at least one quantity'],
    ['steps', { steps: Array(5).fill(STEPS[0]) }, 'Offer at most 4 quantities'],
    ['orders', { steps: [{ orders: 99, price: 1 }] }, 'Ask for at least 100 units'],
    ['steps', { steps: STEPS.toReversed() }, 'List the quantities in ascending order, each once'],
    ['steps', { steps: [STEPS[0], STEPS[0]] }, 'List the quantities in ascending order, each once'],
    [
      'steps',
      { steps: [{ orders: 1_000, price: 1_000 }] },
      '1,000 units at $1,000.00 come to more than $999,999.99, the maximum for one order',
    ],
    [
      'steps',
      {
        steps: [
          { orders: 100, price: 1_000 },
          { orders: 1_001, price: 1 },
        ],
      },
      '1,000 units at $1,000.00 come to more than $999,999.99, the maximum for one order',
    ],
    ['validUntil', { validUntil: dayIn(-1) }, 'Choose a date between today and 90 days from now'],
    ['validUntil', { validUntil: dayIn(91) }, 'Choose a date between today and 90 days from now'],
  ])('is refused for its %s: %j', async (field, offer, error) => {
    const { json: asked } = await quotes.ask(customer, await checkout.addProduct(10_000))
    const answer = await quotes.offer(asked, offer as object)
    expect(answer).toMatchObject({ status: 400, json: { error, field } })
    expect(await quotes.withdraw(customer, asked)).toMatchObject({ json: { ...asked, state: 'withdrawn' } })
  })

  test('cannot set aside all that there is, nor what a new offer does not leave', async () => {
    const product = await checkout.addProduct(500)
    const { json: asked } = await quotes.ask(customer, product)
    const sentence = 'Only 500 units are available; set fewer aside'
    expect(await quotes.offer(asked, { steps: STEPS })).toMatchObject(refused(409, sentence))
    expect((await quotes.see(asked)).state).toBe('asked')
    await quotes.offer(asked)
    expect(await quotes.offer(asked, { steps: STEPS })).toMatchObject(refused(409, sentence))
    expect(await quotes.see(asked)).toMatchObject({ held: 300, steps: [{ orders: 300, price: 9.5 }] })
    expect(await checkout.quantity(product)).toBe(200)
    await quotes.withdraw(admin, asked)
  })

  test('can be given again once declined or lapsed, not once accepted or withdrawn', async () => {
    const product = await checkout.addProduct(1_000)
    const quote = await quotes.offered(customer, product)
    await quotes.decline(customer, quote)
    expect((await quotes.offer(quote)).json).toMatchObject({ state: 'offered', held: 300 })
    await quotes.outwait(quote)
    await runDueJobs(shop.shop)
    expect(await quotes.see(quote)).toMatchObject({ state: 'lapsed', held: 0 })
    expect((await quotes.offer(quote)).json).toMatchObject({ state: 'offered', held: 300 })
    await quotes.accept(customer, quote)
    expect(await quotes.offer(quote)).toMatchObject(refused(409, 'This offer has already been accepted'))
    const { json: another } = await quotes.ask(customer, product)
    await quotes.withdraw(customer, another)
    expect(await quotes.offer(another)).toMatchObject({ status: 409 })
    expect(await checkout.quantity(product)).toBe(700)
  })
})

describe('an offer ends', () => {
  test.each([
    ['declined', (quote) => quotes.decline(customer, quote)],
    ['withdrawn', (quote) => quotes.withdraw(admin, quote)],
    [
      'lapsed',
      async (quote) => {
        await quotes.outwait(quote)
        await runDueJobs(shop.shop)
      },
    ],
  ] as [string, (quote: { _id: string } & Parameters<typeof quotes.see>[0]) => Promise<unknown>][])(
    '%s: its units return, once',
    async (state, end) => {
      const product = await checkout.addProduct(1_000)
      const quote = await quotes.offered(customer, product)
      expect(await checkout.quantity(product)).toBe(700)
      for (let times = 0; times < 2; times++) {
        await end(quote)
        expect(await quotes.see(quote)).toMatchObject({ state, held: 0, steps: quote.steps })
        expect(await checkout.quantity(product)).toBe(1_000)
      }
      expect(await quotes.accept(customer, quote)).toMatchObject({ status: 409 })
      await checkout.assertLedgerBalances()
    },
  )

  test('its customer withdraws only what is not answered, and declines only what is', async () => {
    const product = await checkout.addProduct(1_000)
    const { json: asked } = await quotes.ask(customer, product)
    expect(await quotes.decline(customer, asked)).toMatchObject(
      refused(409, 'The shop has not made an offer yet'),
    )
    await quotes.offer(asked)
    expect(await quotes.withdraw(customer, asked)).toMatchObject(
      refused(409, 'The shop has made an offer: accept or decline it'),
    )
    await quotes.accept(customer, asked)
    for (const answer of [await quotes.decline(customer, asked), await quotes.withdraw(admin, asked)])
      expect(answer).toMatchObject(refused(409, 'This offer has already been accepted'))
  })

  test.each(['product', 'user', 'account'])(
    'when its %s is deleted, and no new one is made',
    async (what) => {
      const [person, product] = [await shop.signUp(), await checkout.addProduct(1_000)]
      const [asked, offered] = [
        (await quotes.ask(person, product)).json,
        await quotes.offered(person, product),
      ]
      const declined = await quotes.offered(person, product)
      await quotes.decline(person, declined)
      const { id } = await checkout.asCaller(person)
      const removal = {
        product: () => shop.call('DELETE', `/api/products/${product}`, { token: admin.token }),
        user: () => shop.call('DELETE', `/api/users/${id}`, { token: admin.token }),
        account: () =>
          shop.call('DELETE', '/api/account', { token: person.token, body: { password: person.password } }),
      }[what as 'product']
      expect((await removal()).status).toBe(200)
      for (const quote of [asked, offered])
        expect(await quotes.see(quote)).toMatchObject({ state: 'withdrawn', held: 0 })
      expect(await quotes.offer(declined)).toMatchObject(
        refused(
          409,
          what === 'product' ? 'This product was deleted' : 'This customer no longer has an account',
        ),
      )
      expect((await quotes.see(declined)).state).toBe('declined')
      await checkout.assertLedgerBalances()
    },
  )
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'in %s an offer lasts to the end of its last day there',
  async (timeZone) => {
    const far = await openTestShop(inject('databaseServer'), { TIME_ZONE: timeZone })
    onTestFinished(() => far.close())
    const [buyer, seller] = [await far.signUp(), await far.signUpAdmin()]
    const there = openQuoteClient(far, seller)
    const { json: asked } = await there.ask(buyer, await openCheckoutClient(far).addProduct(1_000))
    const { rows } = await far.shop.db.$client.query<Record<'today' | 'yesterday' | 'ends', string>>(
      `select today::text, (today - 1)::text as yesterday, ((today + 1)::timestamp at time zone $1)::text as ends
       from (select (now() at time zone $1)::date as today) as there`,
      [timeZone],
    )
    const [{ today = '', yesterday = '', ends = '' } = {}] = rows
    expect((await there.offer(asked, { validUntil: yesterday })).status).toBe(400)
    expect((await there.offer(asked, { validUntil: today })).json).toMatchObject({ validUntil: today })
    const stored = await far.shop.db.$client.query('select expires_at::text as ends from quotes')
    expect(stored.rows).toEqual([{ ends }])
  },
)

test('admins search quotes by number, customer, product or email, and by state', async () => {
  const [person, product] = [await shop.signUp({ name: 'Zoë Ünlike' }), await checkout.addProduct(1_000)]
  const [asked, offered] = [(await quotes.ask(person, product)).json, await quotes.offered(person, product)]
  const found = async (query: string) =>
    (await shop.call('GET', `/api/quotes?${query}`, { token: admin.token })).json.map(
      ({ _id }: { _id: string }) => _id,
    )
  for (const q of [product, person.email, 'zoe unlike'])
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual([offered._id, asked._id])
  expect(await found(`q=${asked.number}`)).toEqual([asked._id])
  expect(await found(`q=${product}&state=offered`)).toEqual([offered._id])
  expect(await found(`q=${product}&state=lapsed`)).toEqual([])
  const all = (await shop.call('GET', '/api/quotes', { token: admin.token })).json
  expect(all.slice(0, 2).map(({ _id }: { _id: string }) => _id)).toEqual([offered._id, asked._id])
})

test('a flood of quotes is kept, and the owner is told of sixty an hour', async () => {
  const product = await checkout.addProduct(200)
  await shop.shop.db.$client.query(`delete from mails where kind = 'quote-requested'`)
  const told = async () =>
    (await shop.shop.db.$client.query(`select 1 from mails where kind = 'quote-requested'`)).rows.length
  const before = await told()
  const flood = await Promise.all([shop.signUp(), shop.signUp(), shop.signUp(), shop.signUp()])
  for (const person of flood) for (let asked = 0; asked < 16; asked++) await quotes.ask(person, product)
  expect((await told()) - before).toBe(60)
})
