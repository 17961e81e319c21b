import { createRequestListener } from '@react-router/node'
import type { FastifyInstance } from 'fastify'
import { type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Reads } from '#contract/reads.ts'

/** The web app from its sources with hot reload, on the shop's own port. */
export async function mountDevelopmentSite(app: FastifyInstance, reads: Reads) {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runnable server environment')
  const load = () => ssr.runner.import<ServerBuild>('virtual:react-router/server-build')
  const listener = createRequestListener({
    build: load,
    mode: 'development',
    getLoadContext: async () => {
      const { reads: key } = (await load()).entry.module as unknown as { reads: RouterContext<Reads> }
      return new RouterContextProvider(new Map([[key, reads]]))
    },
  })
  app.addHook('onClose', () => vite.close())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/*', (request, reply) => {
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, () => listener(request.raw, reply.raw))
    })
  })
}
