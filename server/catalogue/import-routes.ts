import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/calls/refusal.ts'
import { endpoints } from '#contract/endpoints.ts'
import { sendCsv } from '../platform/csv/send-csv.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { applyImport } from './imports/apply-import.ts'
import { exportProducts } from './imports/export-products.ts'
import { startImport } from './imports/start-import.ts'
import * as imports from './imports/store.ts'

const UNNAMED = 'products.csv'

export async function importRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.exportProducts, ({ request, reply }) =>
    sendCsv(reply, 'products.csv', shop.batchTurns.runEach(request.raw, exportProducts(shop))),
  )

  serve(app, endpoints.getLatestImport, async () => {
    const latest = await imports.findLatest(shop.db)
    return latest && imports.toImport(latest)
  })

  serve(app, endpoints.getImport, async ({ params }) => {
    const row = await imports.find(shop.db, params.id)
    if (!row) throw refuse.notFound('No such import')
    return imports.toImport(row)
  })

  serve(app, endpoints.applyImport, ({ caller, params }) => applyImport(shop, caller, params.id))

  await app.register(async (scope) => uploadRoutes(scope, shop))
}

/** Bodies are left unread. Browsers name the type of a CSV file by what is installed beside them, so its content decides. */
function uploadRoutes(scope: FastifyInstance, shop: Shop) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  let uploading = false
  serve(scope, endpoints.startImport, async ({ caller, query, request }) => {
    if (request.headers['content-type'] === 'application/json')
      throw new Refusal(415, 'Send the file as text/csv')
    if (uploading) throw refuse.conflict('Another file is being uploaded: wait until it is done')
    uploading = true
    try {
      // Without destroying it: the rest of a body that is refused is read and dropped, so that the refusal arrives.
      const body =
        (request.body as Readable | undefined)?.iterator({ destroyOnReturn: false }) ?? Readable.from([])
      return await startImport(shop, caller, query.fileName?.trim() || UNNAMED, body)
    } finally {
      uploading = false
    }
  })
}
