import type { FastifyError, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../database/connect.ts'
import { Refusal, refuse } from './refusal.ts'

/** What a person is told of an error. What he is not told goes to the log, with the request's id. */
export function toRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  // Nobody is left to read this; it is no fault of ours.
  if (request.raw.readableAborted) return refuse.invalid('The request ended before its body')
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: error.message }, 'the database is away')
    return refuse.away()
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large')
  if (error.statusCode && error.statusCode < 500)
    return new Refusal(error.statusCode, 'The request could not be read')
  request.log.error({ err: error }, 'unexpected fault')
  return new Refusal(
    500,
    'Something went wrong on our side. Try again, and tell us the request id if it stays.',
  )
}
