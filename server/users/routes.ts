import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../http/serve-endpoint.ts'
import { serveList } from '../http/serve-list.ts'
import { successMessage } from '../http/success-message.ts'
import type { Shop } from '../shop-context.ts'
import { promoteUser } from './promote-user.ts'
import { removeUser } from './remove-user.ts'
import * as users from './store.ts'

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
