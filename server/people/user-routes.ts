import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { serveList } from '../platform/endpoints/serve-list.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import type { Shop } from '../shop-context.ts'
import { promoteUser } from './users/promote-user.ts'
import { removeUser } from './users/remove-user.ts'
import * as users from './users/store.ts'

export function userRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.recordUser, ({ caller: { id, email, name, role, token } }) => ({
    success: true as const,
    result: { _id: id, email, name, role },
    token,
  }))

  serve(app, endpoints.checkAdmin, async ({ params }) => {
    const user = await users.findByEmail(shop.db, params.email)
    return { admin: user?.role === 'admin' }
  })

  serveList(app, endpoints.listUsers, {
    all: () => users.listInBatches(shop.db),
    search: (query) => users.search(shop.db, query),
  })

  serve(app, endpoints.makeAdmin, async ({ caller, params }) => ({
    modifiedCount: await promoteUser(shop, caller, params.email),
  }))

  serve(app, endpoints.deleteUser, async ({ caller, params }) => {
    await removeUser(shop, caller, params.id)
    return successMessage('User removed')
  })
}
