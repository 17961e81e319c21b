import type { NewSubscription } from '#contract/people/feedback.ts'
import type { Shop } from '../../shop-context.ts'
import { limitDaily } from '../users/daily-limits.ts'
import * as feedback from './store.ts'

export const subscribe = (shop: Shop, sent: NewSubscription, address: string) =>
  shop.db.transaction(async (tx) => {
    await limitDaily(shop, tx, 'subscription', address)
    await feedback.subscribe(tx, sent)
  })
