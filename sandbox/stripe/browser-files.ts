import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'

const folder = new URL('./browser/', import.meta.url)

// The frames hold card data: an opaque origin of their own, nothing inline, and only the shop's pages may embed them.
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

const sources: Record<string, string> = {
  'stripe.js': 'stripe.ts',
  'card.html': 'card.html',
  'card.css': 'card.css',
  'card.ts': 'card.ts',
  'card-fields.ts': 'card-fields.ts',
  'card-format.ts': 'card-format.ts',
  'card-problems.ts': 'card-problems.ts',
  'card-style.ts': 'card-style.ts',
  'challenge-dialog.ts': 'challenge-dialog.ts',
  'challenge.html': 'challenge.html',
  'challenge.css': 'challenge.css',
  'challenge.ts': 'challenge.ts',
}

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
}

export interface BrowserFile {
  text: string
  headers: Record<string, string>
}

const loaded = new Map<string, Promise<BrowserFile>>()

/** A file of the browser's side by its public name, TypeScript without its types; null when there is none. */
export function browserFile(name: string): Promise<BrowserFile> | null {
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined
  if (!source) return null
  const file = loaded.get(source) ?? load(source)
  loaded.set(source, file)
  return file
}

async function load(source: string): Promise<BrowserFile> {
  const kind = source.slice(source.lastIndexOf('.') + 1)
  const text = await readFile(new URL(source, folder), 'utf8')
  return {
    text: kind === 'ts' ? stripTypeScriptTypes(text) : text,
    headers: {
      'content-type': types[kind] as string,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(kind === 'html' && { 'content-security-policy': framePolicy }),
    },
  }
}
