import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { PageData } from '#contract/site/page-data.ts'
import { type CachedResponse, sendCached } from '../platform/cache/cached-response.ts'
import { fileHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { StartupError } from '../platform/startup/startup-error.ts'
import type { Shop } from '../shop-context.ts'
import { createAssets } from './assets.ts'
import { createPages } from './pages.ts'

const buildFolder = path.join(import.meta.dirname, '../../build')

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page, for metrics: the router knows all pages as one. */
    pageRoute: string | null
  }
}

export type Site = {
  /** Whether a built file has this path. */
  hasFile(path: string): boolean
  mount(app: FastifyInstance): void | Promise<void>
}

/** The built web app: its files and its pages, rendered once per change and sent as bytes. */
export async function openSite(shop: Shop, pageData: PageData): Promise<Site> {
  const entry = path.join(buildFolder, 'server/index.js')
  if (!existsSync(entry)) throw new StartupError('The web app is not built: run "npm run build" first.')
  const build = (await import(entry)) as ServerBuild
  const { publicOrigin } = shop.config
  const assets = createAssets(path.join(buildFolder, 'client'), fileHeaders(publicOrigin))
  const page = createPages({
    build,
    pageData,
    cache: shop.cache,
    realCards: shop.config.stripe !== null,
    headers: securityHeaders(publicOrigin),
  })

  async function find(target: string, request: IncomingMessage): Promise<CachedResponse> {
    // Not resolved against a base: `//elsewhere/` is a path here, not another host.
    const url = URL.parse(target.startsWith('/') ? `http://shop${target}` : target) ?? NOWHERE
    return (await assets.find(url.pathname)) ?? (await page(url, request))
  }

  return {
    hasFile: assets.has,
    mount(app) {
      app.route({
        method: ['GET', 'HEAD'],
        url: '/*',
        handler: async (request, reply) => {
          const cached = await find(request.url, request.raw)
          request.pageRoute = cached.route
          reply.hijack()
          sendCached(request.raw, reply.raw, cached)
        },
      })
    },
  }
}

const NOWHERE = new URL('http://shop/not-found')
