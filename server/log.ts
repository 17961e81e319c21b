import pino from 'pino'
import pretty from 'pino-pretty'

/** Structured lines for machines, readable ones in a terminal. Nothing here may carry a token, a password or a cookie. */
export function createLog(level: string) {
  const redact = ['req.headers', 'authorization', 'cookie', 'password', 'token']
  const options = { level, redact, base: null }
  return process.stdout.isTTY
    ? pino(
        options,
        pretty({ ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', singleLine: true, sync: true }),
      )
    : pino(options)
}
