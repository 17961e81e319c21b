import { newId } from '#server/platform/database/queries/new-id.ts'
import { paymentAttempts, quotes, refunds } from '#server/platform/database/schema.ts'
import * as bookings from '#server/sales/bookings/store.ts'
import { issueCreditNote, issueInvoice } from '#server/sales/documents/issue-document.ts'
import type { Person, TestShop } from './shop.ts'

export type Source = 'admin' | 'dispute'
type Quote = Partial<typeof quotes.$inferInsert>

/** Brings about what documents are written of, without a card or an offer. */
export function openDocumentWriter(shop: TestShop) {
  const { db } = shop.shop

  /** Paid without a card, so that nothing but the documents is at work. */
  async function pay(id: string, { bank = false } = {}) {
    await db.$client.query(
      `update bookings set state = 'paid', paid_at = now(), transiction_id = $2, bank_reference = $3, bank_received_on = $4, bank_recorded_by = $5
     where id = $1`,
      [
        id,
        bank ? `BANK-${id}` : `pi_${id}`,
        ...(bank ? ['TRANSFER 7', '2026-11-10', 'admin'] : [null, null, null]),
      ],
    )
  }

  async function payWithInvoice(id: string, options?: { bank: boolean }): Promise<string> {
    await pay(id, options)
    const paid = (await bookings.find(db, id)) as bookings.BookingRow & { transictionId: string }
    return (await db.transaction((tx) => issueInvoice(shop.shop, tx, paid))).number
  }

  async function refund(id: string, { bank = false, source = 'admin' as Source, live = false } = {}) {
    const paid = (await bookings.find(db, id)) as bookings.BookingRow & { transictionId: string }
    const refundId = newId()
    const made = { id: refundId, amountCents: 4_000, reason: 'Two were broken', refundedBefore: 0 }
    const attemptId = bank ? null : newId()
    const of = { bookingId: id, amountCents: made.amountCents }
    if (attemptId)
      await db.insert(paymentAttempts).values({
        ...of,
        id: attemptId,
        number: 9,
        address: '127.0.0.1',
        intentId: `pi_of_${attemptId}`,
        state: 'paid',
      })
    await db.insert(refunds).values({
      ...of,
      id: refundId,
      attemptId,
      providerId: attemptId && `re_of_${refundId}`,
      source,
      reason: made.reason,
      state: 'succeeded',
      providerKey: refundId,
      settledAt: new Date(),
    })
    const { number } = await db.transaction((tx) =>
      issueCreditNote({ config: { ...shop.shop.config, live } }, tx, paid, {
        ...made,
        outsideProvider: false,
      }),
    )
    return { refundId, number }
  }

  async function addQuote(
    { email }: Person,
    productId: string,
    { state = 'offered', steps = [{ orders: 500, cents: 1_900 }] }: Quote = {},
  ) {
    const id = newId()
    const number = `Q-${id}`
    const { rows } = await db.$client.query('select id from users where email = $1', [email])
    const userId: string = rows[0].id
    await db.insert(quotes).values({
      id,
      number,
      productId,
      userId,
      product: 'Claw hammer',
      email,
      name: 'Ada',
      orders: 500,
      state,
      steps,
      validUntil: '2026-12-24',
      expiresAt: new Date('2026-12-25'),
      offeredAt: new Date(),
      message: 'For a school',
    })
    return { id, number }
  }

  return { pay, payWithInvoice, refund, addQuote }
}
