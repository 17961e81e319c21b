import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import type { Service } from './api.ts'
import { Switches } from './fault-injection.ts'
import { serve } from './http.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { Ledger } from './ledger.ts'
import type { Sandbox } from './sandbox.ts'
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
  const ledger = await Ledger.open(join(settings.dataDir, 'stripe-journal.jsonl'), onFailure)
  const switches = new Switches()
  const endpoint = webhookUrl ? { url: webhookUrl, secret: webhookSecret } : null
  const webhooks = new WebhookDispatcher(ledger, endpoint, () => switches.current.webhooks)
  const sandbox: Sandbox = { ledger, switches, webhooks }
  const service: Service = {
    sandbox,
    keys: { secretKey, publishableKey },
    idempotency: new IdempotencyKeys(ledger),
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
      await ledger.close()
    },
  }
}
