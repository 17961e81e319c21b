import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { serveList } from '../platform/endpoints/serve-list.ts'
import { throttleByAddress } from '../platform/turns/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { acceptQuote } from './quotes/accept-quote.ts'
import { askForQuote } from './quotes/ask-for-quote.ts'
import { declineQuote } from './quotes/decline-quote.ts'
import { findQuoteForCaller } from './quotes/find-quote.ts'
import { offerQuote } from './quotes/offer-quote.ts'
import * as quotes from './quotes/store.ts'
import { withdrawQuote } from './quotes/withdraw-quote.ts'

export function quoteRoutes(app: FastifyInstance, shop: Shop) {
  serve(
    app,
    endpoints.askForQuote,
    ({ caller, body, keyed, request }) => askForQuote(shop, caller, body, { keyed, address: request.ip }),
    // Each is a mail to the owner.
    { throttle: throttleByAddress(shop.config.rateLimit, 20), turns: shop.writeTurns },
  )

  serve(app, endpoints.listOwnQuotes, ({ caller }) => quotes.listOwn(shop.db, caller.id))

  serveList(app, endpoints.listQuotes, {
    all: () => quotes.listInBatches(shop.db),
    search: (query) => quotes.search(shop.db, query),
  })

  serve(app, endpoints.getQuote, async ({ caller, params }) =>
    quotes.toQuote(await findQuoteForCaller(shop, caller, params.id)),
  )

  serve(app, endpoints.offerQuote, ({ caller, params, body }) => offerQuote(shop, caller, params.id, body))

  serve(app, endpoints.acceptQuote, ({ caller, params, body }) => acceptQuote(shop, caller, params.id, body))

  serve(app, endpoints.declineQuote, ({ caller, params }) => declineQuote(shop, caller, params.id))

  serve(app, endpoints.withdrawQuote, ({ caller, params }) => withdrawQuote(shop, caller, params.id))
}
