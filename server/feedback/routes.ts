import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { texts } from '#contract/texts.ts'
import { done } from '../http/done.ts'
import { serve } from '../http/serve.ts'
import { serveList } from '../http/serve-list.ts'
import { throttleByAddress } from '../http/throttle.ts'
import type { Shop } from '../shop.ts'
import * as feedback from './store.ts'

export function feedbackRoutes(app: FastifyInstance, shop: Shop) {
  const throttle = throttleByAddress(shop.config.rateLimit, 20)

  serve(
    app,
    endpoints.sendFeedback,
    async ({ body }) => {
      await feedback.add(shop.db, body)
      return done(texts.feedbackThanks)
    },
    { throttle },
  )

  serveList(app, endpoints.listFeedback, {
    all: () => feedback.received.inBatches(shop.db),
    search: (asked) => feedback.received.page(shop.db, asked),
  })

  serveList(app, endpoints.listSubscriptions, {
    all: () => feedback.subscribed.inBatches(shop.db),
    search: (asked) => feedback.subscribed.page(shop.db, asked),
  })

  serve(
    app,
    endpoints.subscribe,
    async ({ body }) => {
      await feedback.subscribe(shop.db, body)
      return done('You are subscribed')
    },
    { throttle },
  )
}
