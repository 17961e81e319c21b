import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { limitProviderCalls } from './card-provider/limit-provider-calls.ts'
import { beginPayment } from './checkout/begin-payment.ts'
import { verifyPayment } from './checkout/verify-payment.ts'
import { deleteBooking } from './closing/delete-booking.ts'
import { recordBankPayment } from './payments/record-bank-payment.ts'
import { handleWebhook } from './provider-news/handle-webhook.ts'
import { isReadable } from './provider-news/webhook-event.ts'
import { retryRefund, settleRefund } from './refunds/failed-refunds.ts'
import { refundBooking } from './refunds/refund-booking.ts'
import * as refunds from './refunds/refund-store.ts'

export function paymentRoutes(app: FastifyInstance, shop: Shop) {
  // Each asks the card provider, whose own limit is everybody's.
  const count = limitProviderCalls(shop.config.rateLimit)

  serve(app, endpoints.createPaymentIntent, async ({ caller, body, request }) => {
    const networks = clientNetworks(request.ip)
    await count(caller, networks)
    return { clientSecret: await beginPayment(shop, caller, body, networks) }
  })

  serve(app, endpoints.payBooking, async ({ caller, params, body, request }) => {
    await count(caller, clientNetworks(request.ip))
    return verifyPayment(shop, caller, params.id, body.transictionId)
  })

  serve(app, endpoints.deleteBooking, async ({ caller, params, request }) => {
    await count(caller, clientNetworks(request.ip))
    const closed = await deleteBooking(shop, caller, params.id)
    return successMessage(
      closed === 'closed'
        ? 'Order deleted'
        : 'The order is being deleted: it will disappear once the payment provider confirms that nothing was paid',
    )
  })

  serve(app, endpoints.recordBankPayment, ({ caller, params, body }) =>
    recordBankPayment(shop, caller, params.id, body),
  )

  serve(app, endpoints.refundBooking, ({ caller, params, body, keyed }) =>
    refundBooking(shop, caller, params.id, body, keyed),
  )

  serve(app, endpoints.retryRefund, async ({ params }) => {
    await retryRefund(shop, params.id)
    return successMessage('The refund is being tried again')
  })

  serve(app, endpoints.settleRefund, async ({ params }) => {
    await settleRefund(shop, params.id)
    return successMessage('Refund recorded')
  })

  serve(app, endpoints.listRefunds, () => refunds.list(shop.db))
}

/** The card provider's webhook; the signature covers the body byte for byte. */
export async function webhookRoutes(app: FastifyInstance, shop: Shop) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/stripe/webhook', async (request) => {
    const event = shop.provider.readEvent(
      request.body as Buffer,
      request.headers['stripe-signature'] as string | undefined,
    )
    if (!event) throw refuse.invalid('Invalid signature')
    if (!isReadable(event)) throw refuse.invalid('This event cannot be read')
    await handleWebhook(shop, event)
    return { received: true }
  })
}
