import type { FastifyError, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/calls/refusal.ts'
import { describeOutage, isDatabaseUnreachable } from '../database/connect.ts'
import { refuse } from './refuse.ts'

/** The refusal that a caller gets for an error. The rest goes to the log, with the request id. */
export function toRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  // The client has disconnected: nobody reads this, and it is not our fault.
  if (hasLeft(error, request)) return refuse.invalid('The request ended before its body')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large')
  if (error.statusCode && error.statusCode < 500 && isOfRequest(error))
    return new Refusal(error.statusCode, 'The request could not be read')
  if (isDatabaseUnreachable(error)) {
    request.log.warn({ requestId: request.id, reason: error }, describeOutage(error))
    return refuse.unavailable()
  }
  request.log.error({ requestId: request.id, err: error }, 'unexpected error')
  return new Refusal(
    500,
    'Something went wrong on our side. Try again. If it keeps happening, tell us the request ID.',
  )
}

/** A client can leave while the answer is sent, or before any of the body was read. */
const hasLeft = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  raw.readableAborted ||
  (raw.socket.destroyed && /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ECONNABORTED|EPIPE)$/.test(code ?? ''))

/** Fastify's own errors, and an interrupted body; the status of another library's error is not about this request. */
const isOfRequest = ({ code }: FastifyError) => /^(FST_|ECONNRESET$)/.test(code ?? '')
