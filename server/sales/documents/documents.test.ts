import { expect, test, vi } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openDocumentWriter, type Source } from '#test/document-writer.ts'
import { openMailbox } from '#test/mailbox.ts'
import { textOf } from '#test/read-pdf.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { newId } from '../../platform/database/queries/new-id.ts'

vi.setConfig({ testTimeout: 60_000 })

const YEAR = new Date().getUTCFullYear()
const shop = await openShopForFile({ NOTIFY_EMAILS: 'owner@example.com' })
const { db } = shop.shop
const checkout = openCheckoutClient(shop)
const { pay, payWithInvoice, refund, addQuote } = openDocumentWriter(shop)
const mailbox = openMailbox(shop)
const product = await checkout.addProduct(1_000_000)
const [admin, owner, other] = [await shop.signUpAdmin(), await shop.signUp(), await shop.signUp()]
await mailbox.verify(owner)

async function fetchPdf(target: string, { token }: Person) {
  const response = await fetch(`${shop.origin}/api${target}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
const sentence = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).error

const order = async (person = owner) => (await checkout.order(person, product))._id

async function tell(kind: string, email: string, data: object) {
  await db.$client.query(
    `insert into mails (id, kind, email, name, data, due_at) values ($1, $2, $3, 'Ada', $4, now())`,
    [newId(), kind, email, data],
  )
}

async function newestTo(email: string) {
  const [mail] = await mailbox.to(email)
  if (!mail) throw new Error(`nothing has arrived for ${email}`)
  return mail
}

test('an invoice is fetched by its owner and admins as a file, and by nobody else', async () => {
  const id = await order()
  const number = await payWithInvoice(id)
  const fetched = await fetchPdf(`/booking/${id}/invoice.pdf`, owner)
  expect(fetched.status).toBe(200)
  expect(Object.fromEntries(fetched.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="invoice-${number}.pdf"`,
    'cache-control': 'no-store',
  })
  const text = textOf(fetched.bytes)
  expect(number).toMatch(new RegExp(`^TEST-${YEAR}-\\d{6}$`))
  for (const said of [
    `Invoice ${number}`,
    owner.name,
    '$1,999.00',
    `pi_${id}`,
    'Test document: not an invoice',
  ])
    expect(text).toContain(said)
  expect((await fetchPdf(`/booking/${id}/invoice.pdf`, admin)).bytes).toEqual(fetched.bytes)
  expect((await fetchPdf(`/booking/${id}/invoice.pdf`, other)).status).toBe(404)
  expect((await fetchPdf('/booking/nothing/invoice.pdf', admin)).status).toBe(404)
  expect((await shop.call('GET', `/api/booking/${id}/invoice.pdf`)).status).toBe(401)
})

test('it is made once and stays as it was made, whoever asks at the same moment, and whatever changes later', async () => {
  const id = await order()
  const number = await payWithInvoice(id, { bank: true })
  const all = await Promise.all(
    Array.from({ length: 8 }, () => fetchPdf(`/booking/${id}/invoice.pdf`, owner)),
  )
  for (const { bytes } of all) expect(bytes).toEqual(all[0]?.bytes)
  expect(textOf(all[0]?.bytes as Buffer)).toMatch(/Bank transfer\n.*November 10, 2026\n.*TRANSFER 7/)
  await db.$client.query(`update documents set data = '{}' where number = $1`, [number])
  expect((await fetchPdf(`/booking/${id}/invoice.pdf`, owner)).bytes).toEqual(all[0]?.bytes)
})

test('no invoice before the payment, and none of a payment from before invoices', async () => {
  const id = await order()
  const unpaid = await fetchPdf(`/booking/${id}/invoice.pdf`, owner)
  expect([unpaid.status, sentence(unpaid)]).toEqual([
    404,
    'This order is not paid yet: its invoice is issued once it is paid',
  ])
  await pay(id)
  const old = await fetchPdf(`/booking/${id}/invoice.pdf`, owner)
  expect([old.status, sentence(old)]).toEqual([404, 'This order was paid before the shop issued invoices'])
})

test('a credit note belongs to its order', async () => {
  const [id, another] = [await order(), await order()]
  const invoice = await payWithInvoice(id)
  const { number } = await refund(id)
  const fetched = await fetchPdf(`/booking/${id}/credit-notes/${number}.pdf`, owner)
  expect([fetched.status, fetched.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="credit-note-${number}.pdf"`,
  ])
  for (const said of [`Credit note ${number}`, invoice, '$40.00', 'Two were broken'])
    expect(textOf(fetched.bytes)).toContain(said)
  for (const target of [
    `${another}/credit-notes/${number}`,
    `${id}/credit-notes/${invoice}`,
    `${id}/credit-notes/x`,
  ])
    expect((await fetchPdf(`/booking/${target}.pdf`, owner)).status, target).toBe(404)
  expect((await fetchPdf(`/booking/${id}/credit-notes/${number}.pdf`, other)).status).toBe(404)
})

test('of what was paid in demo mode nothing is real, also when a live shop refunds it', async () => {
  const id = await order()
  await payWithInvoice(id, { bank: true })
  const { number } = await refund(id, { bank: true, live: true })
  expect(number).toMatch(/^TEST-C-/)
  const later = await order()
  await pay(later, { bank: true })
  expect((await refund(later, { bank: true, live: true })).number).toMatch(/^C-/)
})

test('a pro forma invoice has the bank details and the order as reference; it holds the units of who has paid before', async () => {
  const person = await shop.signUp()
  const holdOf = async (id: string) =>
    (await db.$client.query('select hold_until, created_at, number from bookings where id = $1', [id]))
      .rows[0]
  const days = ({ hold_until, created_at }: { hold_until: Date; created_at: Date }) =>
    Math.round((hold_until.getTime() - created_at.getTime()) / 86_400_000)
  const id = await order(person)
  const fetched = await fetchPdf(`/booking/${id}/proforma.pdf`, person)
  const { number } = await holdOf(id)
  expect(fetched.headers.get('content-disposition')).toBe(`attachment; filename="pro-forma-${number}.pdf"`)
  for (const said of [
    `Pro forma invoice #${number}`,
    `Order ${number}`,
    'Example Bank',
    '$1,999.00',
    'do not pay',
  ])
    expect(textOf(fetched.bytes)).toContain(said)
  expect(days(await holdOf(id))).toBe(1)
  await pay(await order(person))
  expect((await fetchPdf(`/booking/${id}/proforma.pdf`, person)).status).toBe(200)
  expect(days(await holdOf(id))).toBe(14)
  expect((await fetchPdf(`/booking/${id}/proforma.pdf`, other)).status).toBe(404)
  await pay(id)
  const paid = await fetchPdf(`/booking/${id}/proforma.pdf`, person)
  expect([paid.status, sentence(paid)]).toEqual([409, 'This order is paid: download its invoice instead'])
})

test('an offer is fetched while there is one', async () => {
  const [offered, asked, withdrawn] = [
    await addQuote(owner, product, {
      steps: [
        { orders: 100, cents: 2_000 },
        { orders: 500, cents: 1_900 },
      ],
    }),
    await addQuote(owner, product, { state: 'asked', steps: [] }),
    await addQuote(owner, product, { state: 'withdrawn' }),
  ]
  const fetched = await fetchPdf(`/quotes/${offered.id}/offer.pdf`, owner)
  expect(fetched.headers.get('content-disposition')).toBe(
    `attachment; filename="offer-${offered.number}.pdf"`,
  )
  for (const said of [
    '100 to 499',
    '$20.00',
    'from $2,000.00',
    '500 units',
    '$9,500.00',
    'December 24, 2026',
  ])
    expect(textOf(fetched.bytes)).toContain(said)
  expect((await fetchPdf(`/quotes/${offered.id}/offer.pdf`, admin)).status).toBe(200)
  expect((await fetchPdf(`/quotes/${offered.id}/offer.pdf`, other)).status).toBe(404)
  for (const { id } of [asked, withdrawn])
    expect((await fetchPdf(`/quotes/${id}/offer.pdf`, owner)).status).toBe(404)
})

test('a packing slip is for admins, of a paid order', async () => {
  const id = await order()
  const unpaid = await fetchPdf(`/booking/${id}/packing-slip.pdf`, admin)
  expect([unpaid.status, sentence(unpaid)]).toEqual([
    409,
    'This order is not paid yet: only paid orders have a packing slip',
  ])
  await pay(id)
  expect((await fetchPdf(`/booking/${id}/packing-slip.pdf`, owner)).status).toBe(403)
  const { bytes } = await fetchPdf(`/booking/${id}/packing-slip.pdf`, admin)
  expect(textOf(bytes)).toContain('1 Example Street')
  expect(textOf(bytes)).not.toContain('$')
})

test('an admin is warned of characters that no font has, also when the document was made before', async () => {
  const id = await order()
  await db.$client.query('update bookings set name = $2 where id = $1', [id, 'Yamada 山田'])
  const number = await payWithInvoice(id)
  expect((await fetchPdf(`/booking/${id}/invoice.pdf`, owner)).headers.get('x-missing-glyphs')).toBeNull()
  expect((await fetchPdf(`/booking/${id}/invoice.pdf`, admin)).headers.get('x-missing-glyphs')).toBe('1')
  const warned = shop.log.map((line) => JSON.parse(line)).filter((line) => line.number === number)
  expect(warned).toMatchObject([{ level: 40, msg: expect.stringContaining('DOCUMENT_FONT') }])
})

test('the mail about a payment brings its invoice, the very one that can be fetched', async () => {
  const id = await order()
  const number = await payWithInvoice(id)
  await tell('paid', owner.email, { bookingId: id })
  expect(await mailbox.sendDue()).toEqual([])
  const mail = await newestTo(owner.email)
  expect(mail).toMatchObject({
    subject: `Paid: invoice ${number}`,
    attachments: [{ name: `invoice-${number}.pdf`, type: 'application/pdf' }],
  })
  const { bytes } = await fetchPdf(`/booking/${id}/invoice.pdf`, owner)
  expect(await mailbox.attachment(mail)).toEqual(bytes)
})

test('an order from before invoices is told of without one', async () => {
  const id = await order()
  await pay(id)
  await tell('paid', owner.email, { bookingId: id })
  await mailbox.sendDue()
  expect(await newestTo(owner.email)).toMatchObject({
    subject: expect.stringMatching(/^Paid: 100 × /),
    attachments: [],
  })
})

test.each([
  { source: 'admin' as Source, bank: false, said: 'We refunded $40.00 to your card.' },
  { source: 'admin' as Source, bank: true, said: 'We transferred $40.00 back to your bank account.' },
  { source: 'dispute' as Source, bank: false, said: 'your card issuer returned $40.00 to you.' },
])(
  'the mail about a refund ($source, bank: $bank) says how, and brings the credit note',
  async ({ said, ...how }) => {
    const id = await order()
    await payWithInvoice(id, how)
    const { refundId, number } = await refund(id, how)
    await tell('refunded', owner.email, { bookingId: id, refundId })
    await mailbox.sendDue()
    const mail = await newestTo(owner.email)
    expect(mail).toMatchObject({
      subject: `Refund: $40.00, credit note ${number}`,
      text: expect.stringContaining(said),
      attachments: [{ name: `credit-note-${number}.pdf` }],
    })
  },
)

test('an offer is mailed with its PDF, and not at all once it was withdrawn', async () => {
  const [offered, withdrawn] = [
    await addQuote(owner, product),
    await addQuote(owner, product, { state: 'withdrawn' }),
  ]
  await tell('offer', owner.email, { quoteId: offered.id })
  await tell('offer', owner.email, { quoteId: withdrawn.id })
  await mailbox.sendDue()
  const offers = (await mailbox.to(owner.email)).filter(({ subject }) => subject.startsWith('Offer'))
  expect(offers).toMatchObject([
    {
      subject: `Offer ${offered.number}: Claw hammer`,
      text: expect.stringContaining(`/dashboard/quote/${offered.id}`),
      attachments: [{ name: `offer-${offered.number}.pdf` }],
    },
  ])
})

test('the owner is told of a request for a quote, of a dispute and of a failed refund', async () => {
  const asked = await addQuote(owner, product, { state: 'asked', steps: [] })
  const id = await order()
  await payWithInvoice(id)
  const { refundId } = await refund(id)
  await db.$client.query(`update refunds set state = 'failed', error = 'lost_or_stolen_card' where id = $1`, [
    refundId,
  ])
  await db.$client.query(
    `insert into disputes (id, booking_id, amount_cents, reason, state) values ('dp_1', $1, 199900, 'fraudulent', 'open')`,
    [id],
  )
  await tell('quote-requested', 'owner@example.com', { quoteId: asked.id })
  await tell('dispute', 'owner@example.com', { disputeId: 'dp_1' })
  await tell('refund-failed', 'owner@example.com', { refundId })
  await mailbox.sendDue()
  const texts = (await mailbox.to('owner@example.com')).map(({ subject, text }) => [subject, text] as const)
  expect(texts.find(([subject]) => subject === 'Quote requested: 500 × Claw hammer')?.[1]).toContain(
    'For a school',
  )
  expect(texts.find(([subject]) => subject.startsWith('Dispute: $1,999.00, order #'))?.[1]).toContain(
    'fraudulent',
  )
  expect(texts.find(([subject]) => subject.startsWith('Refund failed: '))?.[1]).toContain(
    'lost_or_stolen_card',
  )
})

test('a mail whose PDF cannot be made is tried again, and shown when it is given up', async () => {
  const id = await order()
  const number = await payWithInvoice(id)
  const { rows } = await db.$client.query('select data from documents where number = $1', [number])
  await db.$client.query(
    `update documents set data = data || '{ "line": { "product": null } }' where number = $1`,
    [number],
  )
  await tell('paid', owner.email, { bookingId: id })
  const before = (await mailbox.to(owner.email)).length
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  expect(await mailbox.sendDue()).toEqual(['The PDF could not be made'])
  expect(await mailbox.sendDue(later(49))).toEqual([])
  const failed = async () => (await shop.call('GET', '/api/failed-mails', { token: admin.token })).json
  const [mail] = await failed()
  expect(mail).toMatchObject({ subject: `Paid: invoice ${number}`, error: 'Its PDF could not be made' })
  await db.$client.query('update documents set data = $2 where number = $1', [number, rows[0].data])
  await shop.call('POST', `/api/failed-mails/${mail._id}/retry`, { token: admin.token })
  expect(await mailbox.sendDue()).toEqual([])
  expect(await mailbox.to(owner.email)).toHaveLength(before + 1)
  expect(await failed()).toEqual([])
})
