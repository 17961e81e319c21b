import http from 'node:http'

type Cookie = { name: string; value: string; path: string; secure: boolean }
type Visit = {
  method?: string
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}
export type Page = {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  json: any
  location: string | undefined
}
export type TestBrowser = ReturnType<typeof createBrowser>

/** A browser as far as sign-ins need one: cookies, an Origin header, redirects on demand, and any host name it likes. */
export function createBrowser(port: number, origin: string, address = '192.0.2.1') {
  const { host, protocol } = new URL(origin)
  const jar = new Map<string, Cookie>()

  function cookiesFor(path: string) {
    return [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path) && (!cookie.secure || protocol === 'https:'))
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ')
  }

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const at = pair.indexOf('=')
    const attribute = (name: string) =>
      attributes.find((entry) => entry.toLowerCase().split('=', 1)[0] === name)?.split('=')[1]
    const cookie: Cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      path: attribute('path') ?? '/',
      secure: attributes.some((entry) => entry.toLowerCase() === 'secure'),
    }
    const ended = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now()
    if (ended) jar.delete(`${cookie.name} ${cookie.path}`)
    else jar.set(`${cookie.name} ${cookie.path}`, cookie)
  }

  async function visit(target: string, { method, json, form, headers }: Visit = {}): Promise<Page> {
    const url = new URL(target, origin)
    const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json)
    const verb = method ?? (body === undefined ? 'GET' : 'POST')
    const cookie = cookiesFor(url.pathname)
    const sent: Record<string, string> = {
      host: url.host,
      'x-test-address': address,
      'x-test-protocol': protocol.slice(0, -1),
      ...(cookie && { cookie }),
      ...(verb === 'POST' && { origin }),
      ...(body !== undefined && {
        'content-type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...headers,
    }
    const { promise, resolve, reject } = Promise.withResolvers<Page>()
    const request = http.request(
      { host: '127.0.0.1', port, path: url.pathname + url.search, method: verb, headers: sent },
      async (response) => {
        const text = (await response.toArray()).join('')
        for (const line of response.headers['set-cookie'] ?? []) keep(line)
        const isJson = response.headers['content-type']?.includes('json')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
          location: response.headers.location,
        })
      },
    )
    request.on('error', reject)
    request.end(body)
    return promise
  }

  return {
    origin,
    visit,
    /** The header that a request for this path would carry. */
    cookies: cookiesFor,
    /** Follows redirects of this host until a page, or until `stop` likes the next address. */
    async follow(target: string, stop: (next: URL) => boolean = () => false): Promise<URL | Page> {
      let next = new URL(target, origin)
      for (let hops = 0; hops < 10; hops += 1) {
        if (next.host !== host) throw new Error(`left the host: ${next.href}`)
        if (stop(next)) return next
        const page = await visit(next.href)
        if (!page.location) return page
        next = new URL(page.location, next)
      }
      throw new Error('too many redirects')
    },
  }
}
