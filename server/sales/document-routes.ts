import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { clientNetworks } from '#networks/client-network.ts'
import type { Caller } from '../platform/endpoints/authenticate.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import { throttleByAddress } from '../platform/turns/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { PdfQueueFull, PdfThreadLost } from './documents/pdf/pdf-renderer.ts'
import { lacksGlyphs } from './documents/pdf/sheet.ts'
import {
  type MakePdf,
  prepareCreditNote,
  prepareInvoice,
  prepareOffer,
  preparePackingSlip,
  prepareProForma,
} from './documents/prepare-pdf.ts'

const PER_MINUTE = 60

type Requested = { caller: Caller; request: FastifyRequest; reply: FastifyReply; endTurn(): void }

export function documentRoutes(app: FastifyInstance, shop: Shop) {
  const guards = {
    throttle: throttleByAddress(shop.config.rateLimit, PER_MINUTE),
    turns: shop.documentTurns,
  }
  const byId = {
    getOffer: prepareOffer,
    getProForma: prepareProForma,
    getInvoice: prepareInvoice,
    getPackingSlip: preparePackingSlip,
  }
  for (const name of Object.keys(byId) as (keyof typeof byId)[])
    serve(
      app,
      endpoints[name],
      async ({ params, ...requested }) =>
        send(requested, await byId[name](shop, requested.caller, params.id)),
      guards,
    )
  serve(
    app,
    endpoints.getCreditNote,
    async ({ params, ...requested }) =>
      send(requested, await prepareCreditNote(shop, requested.caller, params)),
    guards,
  )
}

/** An admin is told when something is missing: they can set a font that has it. */
async function send({ caller, request, reply, endTurn }: Requested, make: MakePdf) {
  endTurn()
  const { wide } = clientNetworks(request.ip)
  const networks = { wide, narrow: caller.id }
  const reader = { networks, signal: signalOf(reply), waitedMs: reply.elapsedTime }
  const { name, content } = await make(reader).catch((error: unknown) => {
    if (error instanceof PdfQueueFull)
      throw refuse.unavailable('Many documents are being made right now. Try again in a minute.')
    if (error instanceof PdfThreadLost)
      throw refuse.unavailable('This document could not be made in time. Try again in a minute.')
    throw error
  })
  if (caller.role === 'admin' && lacksGlyphs(content)) reply.header('x-missing-glyphs', '1')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(content)
}

/** Aborted when whoever asked has disconnected. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}
