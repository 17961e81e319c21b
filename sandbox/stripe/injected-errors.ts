import { ApiError } from './api-error.ts'

export type InjectedStatus = 400 | 401 | 403 | 429 | 500

/** What Stripe answers when it does not want to or cannot, however right the call may be. */
export const injectedErrors: Record<InjectedStatus, () => ApiError> = {
  400: () =>
    new ApiError(400, {
      type: 'invalid_request_error',
      code: 'testmode_charges_only',
      message: 'Your account cannot currently make live charges.',
    }),
  401: () =>
    new ApiError(
      401,
      {
        type: 'invalid_request_error',
        code: 'api_key_expired',
        message: 'Expired API Key provided: sk_test_****1234',
      },
      false,
    ),
  403: () =>
    new ApiError(
      403,
      {
        type: 'invalid_request_error',
        message:
          "The provided key 'rk_test_****1234' does not have the required permissions for this endpoint on account 'acct_sandbox'.",
      },
      false,
    ),
  429: () =>
    new ApiError(
      429,
      { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
      false,
    ),
  500: () =>
    new ApiError(500, {
      type: 'api_error',
      message: 'An unknown error occurred.',
    }),
}
