import type { FastifyError, FastifyInstance } from 'fastify'
import { Refusal } from '#contract/calls/refusal.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#contract/catalogue/picture-limits.ts'
import { endpoints } from '#contract/endpoints.ts'
import { sendCached } from '../platform/cache/cached-response.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import type { Shop } from '../shop-context.ts'
import { findPicture } from './pictures/find-picture.ts'
import { createUploadLimit } from './pictures/limit-uploads.ts'
import { uploadPicture } from './pictures/upload-picture.ts'

const UPLOADS_AT_ONCE = 4

/** Uploads have a scope of their own, so that nothing else takes bodies of that size. */
export async function pictureRoutes(calls: FastifyInstance, shop: Shop) {
  const uploads = createUploadLimit(UPLOADS_AT_ONCE)
  const tooLarge = () => new Refusal(413, PICTURE_TOO_LARGE)
  await calls.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES },
      (_request, body, done) => done(null, body),
    )
    // Authorized by now, and nothing of the body is read yet.
    scope.addHook('preParsing', async ({ headers }, reply) => {
      if (Number(headers['content-length']) > MAX_PICTURE_BYTES) throw tooLarge()
      uploads.begin(reply.raw)
    })
    scope.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error
    })
    serve(scope, endpoints.uploadPicture, async ({ caller, request, reply }) => {
      const image = await uploads.during(reply.raw, () => uploadPicture(shop, caller, request.body as Buffer))
      return { success: true as const, result: { image } }
    })
  })
}

/** The pictures themselves, at the root of the site. */
export function pictureFileRoutes(app: FastifyInstance, shop: Shop) {
  for (const url of ['/pictures/:id', '/pictures/:id/:width'])
    app.route<{ Params: { id: string; width?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      async handler({ params, raw }, reply) {
        const picture = await findPicture(shop, raw, params)
        reply.hijack()
        sendCached(raw, reply.raw, picture)
      },
    })
}
