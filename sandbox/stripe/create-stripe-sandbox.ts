import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import type { ApiContext } from './api-context.ts'
import { Switches } from './fault-injection.ts'
import type { Service } from './handle-api-call.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { serve } from './serve-request.ts'
import { Store } from './store.ts'
import { WebhookDispatcher } from './webhooks.ts'

export const stripeSettings = z.object({
  secretKey: z.string().startsWith('sk_test_'),
  publishableKey: z.string().startsWith('pk_test_'),
  webhookSecret: z.string().min(1),
  webhookUrl: z.url().optional(),
})

/** Stripe, as far as a shop needs it, for test cards only. */
export async function createStripeSandbox(
  settings: z.infer<typeof stripeSettings> & { dataDir: string },
  onFailure: (error: Error) => void,
) {
  const { secretKey, publishableKey, webhookSecret, webhookUrl } = settings
  const store = await Store.open(join(settings.dataDir, 'stripe-journal.jsonl'), onFailure)
  const switches = new Switches()
  const endpoint = webhookUrl ? { url: webhookUrl, secret: webhookSecret } : null
  const webhooks = new WebhookDispatcher(store, endpoint, () => switches.current.webhooks)
  const sandbox: ApiContext = { store, switches, webhooks }
  const service: Service = {
    sandbox,
    keys: { secretKey, publishableKey },
    idempotency: new IdempotencyKeys(store),
  }
  webhooks.resume()
  return {
    listener: (request: IncomingMessage, response: ServerResponse) => {
      serve(service, request, response).catch((error: Error) => {
        console.error(error)
        response.destroy()
      })
    },
    close: async () => {
      webhooks.close()
      await store.close()
    },
  }
}
