import type { NewSubscription } from '#contract/feedback.ts'
import { limitDaily } from '../http/daily-limits.ts'
import type { Shop } from '../shop-context.ts'
import * as feedback from './store.ts'

export const subscribe = (shop: Shop, sent: NewSubscription, address: string) =>
  shop.db.transaction(async (tx) => {
    await limitDaily(shop, tx, 'subscription', address)
    await feedback.subscribe(tx, sent)
  })
