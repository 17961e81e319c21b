import { createHash } from 'node:crypto'

const INLINE_SCRIPT =
  /<script(?![^>]*\b(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g

/** On every answer, whatever it is. */
export function securityHeaders(publicOrigin: string | null): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicOrigin?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** One policy for every page; only the hashes of its inline scripts are its own. A kept page cannot carry a nonce. */
export function contentSecurityPolicy(html: string, realCards: boolean): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)]
    .map(([, code]) => code)
    .filter((code) => code !== undefined && code !== '')
    .map(
      (code) =>
        `'sha256-${createHash('sha256')
          .update(code as string)
          .digest('base64')}'`,
    )
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
