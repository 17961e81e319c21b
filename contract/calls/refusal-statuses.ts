import { type Endpoint, REFUSAL_STATUSES, type RefusalStatus } from './endpoint.ts'

/** The statuses below 500 with which a call can refuse a well-formed request. */
export function refusalStatuses({
  access,
  params,
  query,
  body,
  upload,
  idempotent,
  refusals = [],
}: Endpoint): RefusalStatus[] {
  const takesBody = body !== undefined || upload !== undefined
  const restricted = access !== 'anyone'
  const follows = {
    400: takesBody || query !== undefined,
    401: restricted,
    403: restricted,
    404: params !== undefined,
    409: idempotent === true,
    413: takesBody,
    415: takesBody,
    429: false,
  }
  return REFUSAL_STATUSES.filter((status) => follows[status] || refusals.includes(status))
}
