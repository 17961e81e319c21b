import { createHash } from 'node:crypto'

/** Sent with every page and every response of the API. */
export const securityHeaders = (publicOrigin: string | null): Record<string, string> => ({
  ...fileHeaders(publicOrigin),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

/** Sent with files: the others say what a document may do, and a page loads a dozen files. */
export const fileHeaders = (publicOrigin: string | null): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(publicOrigin?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

/**
 * The page without the nonce of its render, and the inline scripts that carried it: those that the renderer itself wrote.
 * A script injected through the page's data cannot carry it, because nobody knows it in advance.
 */
export function takeNonce(html: string, nonce: string): { html: string; scripts: string[] } {
  const own = new RegExp(`<script[^<>]* nonce="${nonce}"[^<>]*>([^]*?)</script>`, 'g')
  const scripts = [...html.matchAll(own)].map(([, code = '']) => code)
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), scripts: scripts.filter(Boolean) }
}

/** The same policy for every page, except for the hashes of its inline scripts. A cached page cannot carry a nonce. */
export function contentSecurityPolicy(inlineScripts: string[], realCards: boolean): string {
  const hashes = inlineScripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  const provider = realCards
    ? {
        script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
      }
    : { script: [], frame: ["'self'"], connect: [] }
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...new Set(hashes), ...provider.script].join(' '),
    ['frame-src', ...provider.frame].join(' '),
    ['connect-src', "'self'", ...provider.connect].join(' '),
    "img-src 'self' data: https: http:",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
