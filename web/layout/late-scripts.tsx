import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, Scripts, useMatches } from 'react-router'

/** In place of React Router's <Scripts>, whose preloads compete with the stylesheet: nothing is asked for before the first paint. */
export const LateScripts = import.meta.env.DEV ? Scripts : import.meta.env.SSR ? InDocument : AfterHydration

function InDocument() {
  const matches = useMatches()
  const framework = useContext(FrameworkContext)
  if (!framework) throw new Error('Scripts are rendered by the router')
  const { manifest, serverHandoffString, renderMeta, nonce } = framework
  if (renderMeta) renderMeta.didRenderScripts = true

  const matched = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const parts = {
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: Object.fromEntries(matched.map(({ id, module }) => [id, module])),
    chunks: [...new Set([...manifest.entry.imports, ...matched.flatMap(({ imports = [] }) => imports)])],
  }
  return (
    <TwoScripts
      nonce={nonce}
      context={`window.__reactRouterContext = ${serverHandoffString};${RECEIVE_DATA}`}
      start={`shop.start(${JSON.stringify(parts)})`}
    />
  )
}

const RECEIVE_DATA =
  '__reactRouterContext.stream = new ReadableStream({ start(controller) { __reactRouterContext.streamController = controller } }).pipeThrough(new TextEncoderStream())'

function AfterHydration() {
  return <TwoScripts context="" start="" />
}

function TwoScripts({
  context,
  start,
  nonce,
}: {
  context: string
  start: string
  nonce?: string | undefined
}) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what the router itself would write */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own build */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
    </>
  )
}
