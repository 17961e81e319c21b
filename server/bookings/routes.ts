import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { done } from '../http/done.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/serve.ts'
import { serveList } from '../http/serve-list.ts'
import { addressKey } from '../http/throttle.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { confirmPayment } from '../payments/confirm-payment.ts'
import { deleteBooking } from '../payments/delete-booking.ts'
import { findBookingFor } from './find-booking.ts'
import { handleWebhook } from '../payments/handle-webhook.ts'
import { placeBooking } from './place-booking.ts'
import { recordShipment } from './record-shipment.ts'
import * as bookings from './store.ts'

export function bookingRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.placeBooking, ({ caller, body, request }) =>
    placeBooking(shop, caller, body, idempotencyKey(request)),
  )

  serveList(app, endpoints.listBookings, {
    all: () => bookings.listInBatches(shop.db),
    search: (asked) => bookings.search(shop.db, asked),
  })

  serve(app, endpoints.listOwnBookings, ({ caller }) => bookings.listOwn(shop.db, caller.id))

  serve(app, endpoints.getBooking, async ({ caller, params }) =>
    bookings.toBooking(await findBookingFor(shop, caller, params.id)),
  )

  serve(app, endpoints.deleteBooking, async ({ caller, params }) => {
    const closed = await deleteBooking(shop, caller, params.id)
    return done(
      closed === 'closed'
        ? 'Order deleted'
        : 'The order is being deleted: it disappears once the card provider confirms that nothing was paid',
    )
  })

  serve(app, endpoints.createPaymentIntent, async ({ caller, body, request }) => ({
    clientSecret: await beginPayment(shop, caller, body, addressKey(request.ip)),
  }))

  serve(app, endpoints.payBooking, ({ caller, params, body }) =>
    confirmPayment(shop, caller, params.id, body.transictionId),
  )

  serve(app, endpoints.recordShipment, ({ caller, params, body }) =>
    recordShipment(shop, caller, params.id, body),
  )

  serve(app, endpoints.listRefunds, () => payments.listRefunds(shop.db))
}

/** The card provider's deliveries; the signature covers the body byte for byte. */
export async function providerRoutes(app: FastifyInstance, shop: Shop) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/stripe/webhook', async (request) => {
    const event = shop.provider.readEvent(
      request.body as Buffer,
      request.headers['stripe-signature'] as string | undefined,
    )
    if (!event) throw refuse.invalid('The signature does not fit')
    await handleWebhook(shop, event)
    return { received: true }
  })
}
