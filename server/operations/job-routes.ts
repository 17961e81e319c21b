import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import type { Shop } from '../shop-context.ts'
import { failedJobs, retryJob } from './jobs/failed-jobs.ts'

export function jobRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.listFailedJobs, () => failedJobs(shop))

  serve(app, endpoints.retryFailedJob, async ({ params }) => {
    await retryJob(shop, params.id)
    return successMessage('The job is being tried again')
  })
}
