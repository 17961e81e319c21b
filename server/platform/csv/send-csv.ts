import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const sendCsv = (reply: FastifyReply, name: string, texts: AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(texts))
