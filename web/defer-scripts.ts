/**
 * The page without its app: a page that is only read needs none. What the router wrote to load it (known by the nonce of
 * this render) is made inert, and the boot script starts it at the first sign of a person.
 */
export function deferScripts(html: string, nonce: string): string {
  const files: string[] = []
  const preload = new RegExp(`<link rel="modulepreload"[^<>]* nonce="${nonce}"[^<>]*>`, 'g')
  const module = new RegExp(`(<script[^<>]* nonce="${nonce}"[^<>]*) type="module" async=""`)
  return html
    .replace(preload, (link) => {
      files.push(/ href="([^"]+)"/.exec(link)?.[1] ?? '')
      return ''
    })
    .replace(module, (_, script) => `${script} type="text/plain" data-app-files="${files.join(' ')}"`)
}
