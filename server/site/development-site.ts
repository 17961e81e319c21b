import { createRequestListener } from '@react-router/node'
import type { FastifyInstance } from 'fastify'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import type { PageData } from '#contract/site/page-data.ts'
import type { Sender } from '../notify/mail-content.ts'
import { mountDevelopmentMails } from './development-mails.ts'
import type { ServerEntry } from './pages.ts'
import type { Site } from './site.ts'

/** The web app from its sources with hot reload, on the shop's own port. */
export const openDevelopmentSite = (pageData: PageData, sender: Sender): Site => ({
  hasFile: () => false,
  mount: (app) => mount(app, pageData, sender),
})

async function mount(app: FastifyInstance, pageData: PageData, sender: Sender) {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // The Vite that reads React Router's settings would end the process at once, ahead of requests and database.
  process.removeAllListeners('SIGTERM')
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runnable server environment')
  const load = () => ssr.runner.import<ServerBuild>('virtual:react-router/server-build')
  const listener = createRequestListener({
    build: load,
    mode: 'development',
    getLoadContext: async () => {
      const keys = (await load()).entry.module as unknown as ServerEntry
      const context = new RouterContextProvider()
      context.set(keys.pageData, pageData)
      context.set(keys.reportError, (fault) => app.log.error({ err: fault }, 'a page could not be rendered'))
      return context
    },
  })
  mountDevelopmentMails(app, sender)
  // Before the port closes: browsers that wait for changes would hold it open.
  app.addHook('preClose', () => vite.close())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/*', (request, reply) => {
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, () => listener(request.raw, reply.raw))
    })
  })
}
