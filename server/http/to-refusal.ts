import type { FastifyError, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusal.ts'
import { isDatabaseUnreachable } from '../database/connect.ts'
import { refuse } from './refusal.ts'

/** What people are told of an error. What they are not told goes to the log, with the request's id. */
export function toRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  // Nobody is left to read this; it is no fault of ours.
  if (request.raw.readableAborted) return refuse.invalid('The request ended before its body')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large')
  if (error.statusCode && error.statusCode < 500 && isOfRequest(error))
    return new Refusal(error.statusCode, 'The request could not be read')
  if (isDatabaseUnreachable(error)) {
    request.log.warn({ reason: error }, 'the database is unreachable')
    return refuse.unavailable()
  }
  request.log.error({ err: error }, 'unexpected fault')
  return new Refusal(
    500,
    'Something went wrong on our side. Try again, and tell us the request id if it stays.',
  )
}

/** Fastify's own errors, and a body that broke off; what other libraries call a status is not about this request. */
const isOfRequest = ({ code }: FastifyError) => /^(FST_|ECONNRESET$)/.test(code ?? '')
