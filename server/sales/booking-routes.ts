import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { sendCsv } from '../platform/csv/send-csv.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { serveList } from '../platform/endpoints/serve-list.ts'
import type { Shop } from '../shop-context.ts'
import { bankTransferFor } from './bank-transfers/bank-transfer.ts'
import { chooseBankTransfer } from './bank-transfers/choose-bank-transfer.ts'
import { exportBookings } from './bookings/export-bookings.ts'
import { findBookingForCaller } from './bookings/find-booking.ts'
import { recordShipment } from './bookings/record-shipment.ts'
import { setPurchaseOrder } from './bookings/set-purchase-order.ts'
import * as bookings from './bookings/store.ts'
import { findLastDelivery } from './checkout/last-delivery-store.ts'
import { placeBooking } from './checkout/place-booking.ts'
import { prolongHold } from './holds/prolong-hold.ts'

export function bookingRoutes(app: FastifyInstance, shop: Shop) {
  serve(
    app,
    endpoints.placeBooking,
    ({ caller, body, keyed, request }) => placeBooking(shop, caller, body, keyed, clientNetworks(request.ip)),
    { turns: shop.writeTurns },
  )

  serveList(app, endpoints.listBookings, {
    all: () => bookings.listInBatches(shop.db),
    search: (query) => bookings.search(shop.db, query),
  })

  serve(app, endpoints.exportBookings, ({ query, request, reply }) => {
    const days = [query.from, query.to].filter(Boolean).join(' to ')
    const texts = shop.batchTurns.runEach(request.raw, exportBookings(shop, query))
    return sendCsv(reply, `orders${days && ` ${days}`}.csv`, texts)
  })

  serve(app, endpoints.listOwnBookings, ({ caller }) => bookings.listOwn(shop.db, caller.id))

  serve(app, endpoints.getLastDelivery, async ({ caller }) => ({
    delivery: await findLastDelivery(shop.db, caller.id),
  }))

  serve(app, endpoints.getBooking, async ({ caller, params }) => {
    const booking = await findBookingForCaller(shop, caller, params.id)
    return caller.role === 'admin' ? bookings.toAdminBooking(booking) : bookings.toBooking(booking)
  })

  serve(app, endpoints.getBankTransfer, async ({ caller, params }) =>
    bankTransferFor(shop.config, await findBookingForCaller(shop, caller, params.id)),
  )

  serve(app, endpoints.chooseBankTransfer, ({ caller, params, request }) =>
    chooseBankTransfer(shop, caller, params.id, request.ip),
  )

  serve(app, endpoints.setPurchaseOrder, ({ caller, params, body }) =>
    setPurchaseOrder(shop, caller, params.id, body),
  )

  serve(app, endpoints.prolongHold, ({ caller, params, body }) =>
    prolongHold(shop, caller, params.id, body.until),
  )

  serve(app, endpoints.recordShipment, ({ caller, params, body }) =>
    recordShipment(shop, caller, params.id, body),
  )
}
