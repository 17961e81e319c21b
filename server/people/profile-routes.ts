import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import * as profiles from './profiles/store.ts'

export function profileRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.getProfileInfo, async ({ caller }) => ({
    info: { ...(await profiles.find(shop.db, caller.id)), email: caller.email },
  }))

  serve(app, endpoints.saveProfile, async ({ caller, body }) => {
    if (!(await profiles.save(shop.db, caller.id, body.info)))
      throw refuse.forbidden('This account was removed')
    return { info: { ...body.info, email: caller.email } }
  })
}
