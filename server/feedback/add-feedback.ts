import type { NewFeedback } from '#contract/feedback.ts'
import { withMails } from '../mail/write-mail.ts'
import type { Shop } from '../shop-context.ts'
import * as feedback from './store.ts'

/** Stores what a visitor says, and tells the owner. */
export const addFeedback = (shop: Shop, sent: NewFeedback) =>
  withMails(shop, async (tx, mails) => {
    const feedbackId = await feedback.add(tx, sent)
    await mails.toOwner('feedback', { feedbackId })
  })
