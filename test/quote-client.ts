import type { Booking } from '#contract/sales/bookings.ts'
import type { Offer, Quote } from '#contract/sales/quotes.ts'
import type { Person, TestShop } from './shop.ts'

type Answer<T> = Omit<Awaited<ReturnType<TestShop['call']>>, 'json'> & { json: T & { error?: string } }

/** The day after so many days, as the shop's default time zone counts them. */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The calls of quotes, as their customer and an admin make them. */
export function openQuoteClient(shop: TestShop, admin: Person) {
  const call = <T>(...sent: Parameters<TestShop['call']>) => shop.call(...sent) as Promise<Answer<T>>
  const ask = (
    { token }: Person,
    productId: string,
    more: object = {},
    headers: Record<string, string> = {},
  ) => call<Quote>('POST', '/api/quotes', { token, body: { productId, orders: 300, ...more }, headers })
  const offer = ({ _id }: Quote, more: Partial<Offer> = {}) =>
    call<Quote>('PUT', `/api/quotes/${_id}/offer`, {
      token: admin.token,
      body: { steps: [{ orders: 300, price: 9.5 }], validUntil: dayIn(7), hold: true, ...more },
    })

  return {
    ask,
    offer,
    accept: ({ token }: Person, { _id }: Quote, more: object = {}) =>
      call<Booking>('POST', `/api/quotes/${_id}/accept`, {
        token,
        body: { orders: 300, phone: '555 0100', address: '1 Example Street', ...more },
      }),
    decline: ({ token }: Person, { _id }: Quote) =>
      call<Quote>('POST', `/api/quotes/${_id}/decline`, { token }),
    withdraw: ({ token }: Person, { _id }: Quote) => call<Quote>('DELETE', `/api/quotes/${_id}`, { token }),
    see: async ({ _id }: Quote) =>
      (await call<Quote>('GET', `/api/quotes/${_id}`, { token: admin.token })).json,

    /** A quote that was asked for and offered. */
    async offered(person: Person, productId: string, more: Partial<Offer> = {}): Promise<Quote> {
      const asked = await ask(person, productId)
      const { status, json, text } = await offer(asked.json, more)
      if (status !== 200) throw new Error(`the offer answered ${status}: ${text}`)
      return json
    },

    /** Lets an offer run out, as its last day would. */
    async outwait({ _id }: Quote) {
      await shop.shop.db.$client.query(
        `update quotes set expires_at = now() - interval '1 second' where id = $1`,
        [_id],
      )
    },
  }
}
