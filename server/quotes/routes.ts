import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../http/serve-endpoint.ts'
import { serveList } from '../http/serve-list.ts'
import { throttleByAddress } from '../http/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { acceptQuote } from './accept-quote.ts'
import { askForQuote } from './ask-for-quote.ts'
import { declineQuote } from './decline-quote.ts'
import { findQuoteForCaller } from './find-quote.ts'
import { offerQuote } from './offer-quote.ts'
import * as quotes from './store.ts'
import { withdrawQuote } from './withdraw-quote.ts'

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
