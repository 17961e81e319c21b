import { HEARTS } from '#contract/people/rating-hearts.ts'
import * as users from '#server/people/users/store.ts'
import { newId } from '#server/platform/database/queries/new-id.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import type { Person, TestShop } from './shop.ts'

type Given = { shop: TestShop; owner: Person; admin: Person; product: object; order(): object; offer: object }

/** Makes the records that the calls of the access matrix are about. All belong to `owner`. */
export function makeRecords({ shop, owner, admin, product, order, offer }: Given) {
  let added = 0

  async function addProduct(): Promise<string> {
    await shop.call('POST', '/api/products', { token: admin.token, body: product })
    const { json } = await shop.call('GET', '/api/products')
    return json[0]._id
  }

  async function addCategory(): Promise<string> {
    await shop.call('POST', '/api/products', {
      token: admin.token,
      body: { ...product, category: `Crowbars ${++added}` },
    })
    return `crowbars-${added}`
  }

  /** Files that nobody has applied do not stand in each other's way. */
  async function finishImports() {
    await runDueJobs(shop.shop)
    return { path: '/imports', file: 'sku,name\nA-1,Saw' }
  }

  async function checkImport(): Promise<string> {
    await finishImports()
    const file = 'name,description,image,price,quantity\nSaw,Steel,/x.svg,1,1'
    const headers = { 'content-type': 'text/csv' }
    const { json } = await shop.call('POST', '/api/imports', { token: admin.token, body: file, headers })
    await runDueJobs(shop.shop)
    return json._id
  }

  async function addRating(): Promise<string> {
    const body = { description: 'Good', rating: HEARTS[0], image: '/demo/firm-1.svg' }
    await shop.call('POST', '/api/ratings', { token: owner.token, body })
    return (await shop.call('GET', '/api/ratings')).json[0]._id
  }

  async function addFeedback(): Promise<string> {
    const body = { name: 'A', email: 'a', feedback: 'Good' }
    await shop.call('POST', '/api/feedback', { body })
    return (await shop.call('GET', '/api/feedback', { token: admin.token })).json[0]._id
  }

  async function subscribe(): Promise<string> {
    const email = `${newId()}@example.com`
    await shop.call('POST', '/api/subscriptions', { body: { email } })
    return email
  }

  async function placeBooking(): Promise<string> {
    const { json } = await shop.call('POST', '/api/bookings', { token: owner.token, body: order() })
    return json._id
  }

  async function askForQuote(): Promise<string> {
    const body = { productId: await addProduct(), orders: 100 }
    return (await shop.call('POST', '/api/quotes', { token: owner.token, body })).json._id
  }

  async function makeOffer(): Promise<string> {
    const id = await askForQuote()
    await shop.call('PUT', `/api/quotes/${id}/offer`, { token: admin.token, body: offer })
    return id
  }

  async function payForBooking(): Promise<string> {
    const id = await placeBooking()
    await shop.shop.db.$client.query(
      `update bookings set state = 'paid', paid_at = now(), transiction_id = 'pi_' || id where id = $1`,
      [id],
    )
    return id
  }

  async function addFailedRefund(): Promise<string> {
    const { rows } = await shop.shop.db.$client.query<{ id: string }>(
      `insert into refunds (id, booking_id, amount_cents, source, reason, state, provider_key)
       values (gen_random_uuid(), $1, 100, 'admin', 'Damaged', 'failed', '') returning id`,
      [await payForBooking()],
    )
    return String(rows[0]?.id)
  }

  async function addFailedJob(): Promise<string> {
    const { rows } = await shop.shop.db.$client.query<{ id: string }>(
      `insert into jobs (queue, key, due_at, error, failed_at)
       values ('refund-payment', gen_random_uuid(), now() + interval '1 day', 'refused', now()) returning id`,
    )
    return rows[0]?.id as string
  }

  async function addFailedMail(): Promise<string> {
    const { rows } = await shop.shop.db.$client.query<{ id: string }>(
      `insert into mails (id, kind, email, name, data, due_at, failed_at, subject, error)
       values (gen_random_uuid(), 'low-stock', 'owner@example.com', '', '{}', now(), now(), 'Low stock', 'Refused')
       returning id`,
    )
    return String(rows[0]?.id)
  }

  async function addUser() {
    const number = ++added
    const user = await users.create(shop.shop.db, {
      subject: `subject-${number}`,
      email: `added${number}@example.com`,
      name: 'Added',
    })
    if (!user) throw new Error('the user could not be added')
    return user
  }

  async function payByBank(): Promise<string> {
    const id = await placeBooking()
    const body = { reference: 'Transfer 7', receivedOn: new Date().toISOString().slice(0, 10) }
    await shop.call('POST', `/api/booking/${id}/bank-payment`, { token: admin.token, body })
    return id
  }

  /** The path of a credit note, without its ending. */
  async function addCreditNote(): Promise<string> {
    const id = await payByBank()
    const refund = { token: admin.token, body: { amount: 1, reason: 'Damaged' } }
    const { json } = await shop.call('POST', `/api/booking/${id}/refunds`, refund)
    return `/booking/${id}/credit-notes/${json.refunds[0].creditNote}`
  }

  return {
    addCategory,
    addCreditNote,
    addFailedJob,
    addFailedMail,
    addFailedRefund,
    addProduct,
    addFeedback,
    addRating,
    addUser,
    askForQuote,
    checkImport,
    finishImports,
    makeOffer,
    payByBank,
    payForBooking,
    placeBooking,
    subscribe,
  }
}
