import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type CachedResponse, toCachedResponse } from '../platform/cache/cached-response.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const ALREADY_COMPRESSED = new Set(['.png', '.woff2', '.ico'])

/** The built files of the web app, each read and compressed at its first request and cached. */
export function createAssets(folder: string, headers: Record<string, string>) {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const type = TYPES[path.extname(file)]
    if (entry.isFile() && type) files.set(`/${path.relative(folder, file).replaceAll(path.sep, '/')}`, file)
  }
  // Browsers request this where a document names no icon.
  const icon = files.get('/favicon.svg')
  if (icon) files.set('/favicon.ico', icon)
  const cache = new Map<string, Promise<CachedResponse>>()

  async function load(url: string, file: string) {
    const extension = path.extname(file)
    return toCachedResponse({
      body: await readFile(file),
      route: '/*.*',
      compress: ALREADY_COMPRESSED.has(extension) ? 'never' : 'once',
      headers: {
        ...headers,
        'content-type': TYPES[extension],
        // Names under /assets/ carry a hash of their content.
        'cache-control': url.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        // A drawing opened by itself must not run anything.
        ...(extension === '.svg' && {
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        }),
      },
    })
  }

  /** The file at this path, or null when there is none. */
  function find(url: string): Promise<CachedResponse> | null {
    const file = files.get(url)
    if (!file) return null
    let asset = cache.get(url)
    if (!asset) {
      asset = load(url, file)
      cache.set(url, asset)
      asset.catch(() => cache.delete(url))
    }
    return asset
  }

  return { find, has: (url: string) => files.has(url) }
}
