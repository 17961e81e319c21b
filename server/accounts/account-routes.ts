import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { clientNetworks } from '#networks/client-network.ts'
import * as users from '../people/users/store.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import { toWebRequest } from '../platform/http/identity-routes.ts'
import { limitPerMinute } from '../platform/turns/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { deleteAccount } from './delete-account.ts'
import { readOwnData } from './read-own-data.ts'

const DOWNLOADS_PER_MINUTE = 5

export function accountRoutes(app: FastifyInstance, shop: Shop) {
  // All of it is read and sent at once.
  const count = limitPerMinute(shop.config.rateLimit, DOWNLOADS_PER_MINUTE, 'for your data')

  serve(app, endpoints.getMyData, async ({ caller, reply }) => {
    await count(caller.id)
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return readOwnData(shop, caller)
  })

  serve(app, endpoints.deleteAccount, async ({ caller, body, request }) => {
    await shop.identity.confirmPerson(toWebRequest(request), {
      subject: await users.subjectOf(shop.db, caller.id),
      password: body.password,
      networks: clientNetworks(request.ip),
    })
    await deleteAccount(shop, caller)
    return successMessage('Your account was deleted')
  })
}
