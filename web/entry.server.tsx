import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { deferScripts } from './boot/defer-scripts.ts'
import { nonce, reportError } from './boot/server-context.ts'

export { bootScript } from './boot/boot.ts'
export { nonce, pageData, reportError } from './boot/server-context.ts'

// Pages are kept as bytes by the host, so everything is awaited: no scripts that stream content in later.
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const faults: unknown[] = []
  const expected = context.get(nonce)
  const own = { nonce: expected ?? crypto.randomUUID() }
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} {...own} />, {
    ...own,
    signal: request.signal,
    onError: (fault) => void faults.push(fault),
  })
  await stream.allReady
  if (faults.length > 0) throw faults[0]
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = deferScripts(await new Response(stream).text(), own.nonce)
  return new Response(expected ? html : html.replaceAll(` nonce="${own.nonce}"`, ''), { status, headers })
}

export const handleError: HandleErrorFunction = (fault, { request, context }) => {
  if (!request.signal.aborted) context.get(reportError)(fault)
}
