import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { refuse } from '../http/refuse.ts'
import { serve } from '../http/serve-endpoint.ts'
import { successMessage } from '../http/success-message.ts'
import * as mails from '../outbox/store.ts'
import { sendMails } from '../outbox/write-mail.ts'
import type { Shop } from '../shop-context.ts'

export function mailRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.listFailedMails, () => mails.listFailed(shop.db))

  serve(app, endpoints.retryMail, async ({ params }) => {
    if (!(await mails.retry(shop.db, params.id))) throw refuse.notFound('No such failed email')
    sendMails(shop, [params.id])
    return successMessage('The email is being sent again')
  })
}
