import type { IncomingMessage } from 'node:http'
import { PICTURE_FOLDER, PICTURE_WIDTHS, pictureIdOf } from '#contract/catalogue/stored-pictures.ts'
import { type CachedResponse, toCachedResponse } from '../../platform/cache/cached-response.ts'
import type { CacheEntry } from '../../platform/cache/response-cache.ts'
import { fileHeaders } from '../../platform/http/security-headers.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as pictures from './store.ts'

const notFound = () => refuse.notFound('No such picture')

/** The response for a picture in one of its widths, or in its widest. It never changes: its id is made from its content. */
export async function findPicture(
  { db, config, pictureCache }: Shop,
  request: IncomingMessage,
  { id, width }: { id: string; width?: string },
) {
  const wanted = width === undefined ? null : PICTURE_WIDTHS.find((kept) => String(kept) === width)
  if (pictureIdOf(PICTURE_FOLDER + id) === null || wanted === undefined) throw notFound()
  const entry: CacheEntry = {
    address: PICTURE_FOLDER + (wanted === null ? id : `${id}/${wanted}`),
    tags: [],
    staleIfError: false,
    async create() {
      const body = await pictures.findFile(db, id, wanted)
      if (!body) throw notFound()
      return toCachedResponse({
        body,
        compress: 'never',
        route: wanted === null ? '/pictures/:id' : '/pictures/:id/:width',
        headers: {
          ...fileHeaders(config.publicOrigin),
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      })
    },
  }
  return (await pictureCache.findOrCreate(entry, request)) as CachedResponse
}
