/**
 * The page without its app: a page that is only read needs none. What the router wrote to start it (known by the nonce of
 * this render) is made inert, and the boot script brings it to life at the first sign of a person.
 */
export function deferScripts(html: string, nonce: string): string {
  const files: string[] = []
  const own = ` nonce="${nonce}"`
  return html
    .replace(new RegExp(`<link rel="modulepreload"[^<>]*${own}[^<>]*>`, 'g'), (link) => {
      files.push(/ href="([^"]+)"/.exec(link)?.[1] ?? '')
      return ''
    })
    .replaceAll(
      `<script${own}>window.__reactRouterContext`,
      `<script${own} ${INERT} data-app-data="">window.__reactRouterContext`,
    )
    .replace(
      `<script${own} type="module" async="">`,
      `<script${own} ${INERT} data-app-files="${files.join(' ')}">`,
    )
}

const INERT = 'type="text/plain"'
