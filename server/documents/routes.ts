import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import { serve } from '../http/serve-endpoint.ts'
import { throttleByAddress } from '../http/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { fetchCreditNote, fetchInvoice, fetchOffer, fetchPackingSlip, fetchProForma } from './fetch-pdf.ts'
import { PdfQueueFull } from './pdf-renderer.ts'
import { lacksGlyphs, type PdfFile } from './sheet.ts'

const PER_MINUTE = 60

export function documentRoutes(app: FastifyInstance, shop: Shop) {
  const guards = { throttle: throttleByAddress(shop.config.rateLimit, PER_MINUTE) }
  const byId = {
    getOffer: fetchOffer,
    getProForma: fetchProForma,
    getInvoice: fetchInvoice,
    getPackingSlip: fetchPackingSlip,
  }
  for (const name of Object.keys(byId) as (keyof typeof byId)[])
    serve(
      app,
      endpoints[name],
      ({ caller, params, reply }) => send(reply, caller, byId[name](shop, caller, params.id)),
      guards,
    )
  serve(
    app,
    endpoints.getCreditNote,
    ({ caller, params, reply }) => send(reply, caller, fetchCreditNote(shop, caller, params)),
    guards,
  )
}

/** An admin is told when something is missing: they can set a font that has it. */
async function send(reply: FastifyReply, { role }: Caller, made: Promise<PdfFile>) {
  const { name, content } = await made.catch((error: unknown) => {
    if (error instanceof PdfQueueFull)
      throw refuse.unavailable('Many documents are being made right now. Try again in a minute.')
    throw error
  })
  if (role === 'admin' && lacksGlyphs(content)) reply.header('x-missing-glyphs', '1')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(content)
}
