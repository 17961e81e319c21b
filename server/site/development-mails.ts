import type { FastifyInstance } from 'fastify'
import type { Sender } from '../notify/mail-content.ts'
import { renderHtml } from '../notify/render-html.ts'
import { renderText } from '../notify/render-text.ts'
import { sampleMails } from '../notify/sample-mails.ts'

/** `/dev/mails`: every kind of mail, as HTML and as text. */
export function mountDevelopmentMails(app: FastifyInstance, sender: Sender) {
  const mails = Object.entries(sampleMails(sender))
  app.get('/dev/mails', (_request, reply) =>
    reply
      .type('text/html')
      .send(
        `<!doctype html><title>Mails</title>${mails
          .map(
            ([kind, mail]) =>
              `<h2>${kind}</h2><iframe src="/dev/mails/${kind}" width="640" height="760"></iframe><iframe src="/dev/mails/${kind}" width="390" height="760"></iframe><pre>${renderText(mail, sender).replaceAll('<', '&lt;')}</pre>`,
          )
          .join('')}`,
      ),
  )
  app.get<{ Params: { kind: string } }>('/dev/mails/:kind', (request, reply) => {
    const mail = mails.find(([kind]) => kind === request.params.kind)?.[1]
    return mail ? reply.type('text/html').send(renderHtml(mail, sender)) : reply.callNotFound()
  })
}
