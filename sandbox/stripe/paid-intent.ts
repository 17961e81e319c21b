import type { ApiContext } from './api-context.ts'
import { ApiError, noSuch } from './api-error.ts'

export function paidIntent({ store }: ApiContext, id: string) {
  const intent = store.get('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent')
  if (intent.status === 'succeeded') return intent
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  })
}
