import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import * as mails from '../platform/outbox/store.ts'
import { sendMails } from '../platform/outbox/write-mail.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'

export function mailRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.listFailedMails, () => mails.listFailed(shop.db))

  serve(app, endpoints.retryMail, async ({ params }) => {
    if (!(await mails.retry(shop.db, params.id))) throw refuse.notFound('No such failed email')
    sendMails(shop, [params.id])
    return successMessage('The email is being sent again')
  })
}
