import pino from 'pino'
import pretty from 'pino-pretty'
import { createLineLimit } from './bounded-lines.ts'
import { maskPrivate, redactError, summarizeError } from './redact-error.ts'
import { currentRequestId } from './request-context.ts'

const INFO = pino.levels.values.info as number
const WARN = pino.levels.values.warn as number

/**
 * JSON lines, or readable ones in a terminal. Never log a token, a password, a cookie or personal data: an error goes under
 * `err`, or under `reason` where a few words are enough. Lines of a request, of its jobs and of its calls to the card provider
 * carry its `requestId`.
 */
export function createLog(level: string, destination?: pino.DestinationStream) {
  const options: pino.LoggerOptions = {
    level,
    redact: ['req.headers', 'authorization', 'cookie', 'password', 'token'],
    base: null,
    mixin: requestFields,
    serializers: { err: redactError, reason: summarizeError, req: ({ method }) => ({ method }) },
    formatters: { log: maskFields },
    hooks: {
      logMethod(args, method, level) {
        if (isOfStranger(args, level) && !isWithinLimit(String(args[1] ?? ''))) return
        const masked = withoutErrorMessage(args).map((one) =>
          typeof one === 'string' ? maskPrivate(one) : one,
        )
        method.apply(this, masked as typeof args)
      },
    },
  }
  const log = pino(options, destination ?? (process.stdout.isTTY ? readable() : undefined))
  const isWithinLimit = createLineLimit((sentence, omitted) =>
    log.warn({ sentence, omitted }, 'more lines were left out'),
  )
  return log
}

const readable = () =>
  pretty({ ignore: 'pid,hostname,requestId', translateTime: 'HH:MM:ss', singleLine: true, sync: true })

/** Warnings, and requests that were refused: anyone can cause any number of them. */
function isOfStranger([fields]: unknown[], level: number) {
  if (level === WARN) return true
  return level === INFO && Number((fields as { status?: unknown } | undefined)?.status) >= 400
}

/** A new object each time: pino adds the line's own fields to it. */
function requestFields() {
  const requestId = currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

/** Sends what libraries print to the console through the log. Returns a function that undoes this. */
export function captureConsole(log: pino.Logger) {
  const { error, warn } = console
  console.error = console.warn = (...printed: unknown[]) => {
    const sentence = printed.find((one) => typeof one === 'string') ?? 'a library printed an error'
    log.warn({ err: printed.find((one) => one instanceof Error) }, sentence.split('\n', 1)[0] ?? '')
  }
  return () => Object.assign(console, { error, warn })
}

/** Drops an error's own message as log message: it may contain user input, and the serializer keeps what is safe. */
function withoutErrorMessage([logged, sentence, ...more]: unknown[]): unknown[] {
  const err = logged instanceof Error ? logged : (logged as { err?: unknown } | undefined)?.err
  if (!(err instanceof Error)) return [logged, sentence, ...more]
  const said = sentence === undefined || sentence === err.message ? 'an error' : sentence
  return [logged instanceof Error ? { err } : logged, said, ...more]
}

function maskFields(fields: Record<string, unknown>) {
  const masked: Record<string, unknown> = {}
  // Request ids are made here, and on every line.
  for (const [name, value] of Object.entries(fields))
    masked[name] = typeof value === 'string' && name !== 'requestId' ? maskPrivate(value) : value
  return masked
}
