import type { NewFeedback } from '#contract/people/feedback.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import { limitDaily } from '../users/daily-limits.ts'
import * as feedback from './store.ts'

/** Beyond that somebody is flooding the owner; all of it can be read in the dashboard. */
const MAX_MAILS_AN_HOUR = 20

/** Stores what a visitor says, and tells the owner. */
export const addFeedback = (shop: Shop, sent: NewFeedback, address: string) =>
  withMails(shop, async (tx, mails) => {
    const isMailed = await limitDaily(shop, tx, 'feedback', address)
    const feedbackId = await feedback.add(tx, sent)
    if (isMailed && (await mails.countLastHour('feedback')) < MAX_MAILS_AN_HOUR)
      await mails.toOwner('feedback', { feedbackId })
  })
