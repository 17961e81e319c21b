import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const rule = (name: string, realCards: boolean, html = '') =>
  contentSecurityPolicy(html, realCards)
    .split('; ')
    .find((one) => one.startsWith(`${name} `))

test('a shop behind TLS asks browsers to stay there, another one does not', () => {
  expect(securityHeaders('https://shop.example')['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  for (const origin of [null, 'http://shop.example'])
    expect(securityHeaders(origin)).not.toHaveProperty('strict-transport-security')
})

test('a shop with real cards opens the card provider’s hosts and nothing of a sandbox', () => {
  expect(rule('script-src', true)).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com")
  expect(rule('frame-src', true)).toBe(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  )
  expect(rule('connect-src', true)).toBe("connect-src 'self' https://api.stripe.com")
  expect(rule('form-action', true)).toBe("form-action 'self'")
})

test('a demo shop reaches nobody outside', () => {
  expect(rule('script-src', false)).toBe("script-src 'self'")
  expect(rule('frame-src', false)).toBe("frame-src 'self'")
  expect(rule('connect-src', false)).toBe("connect-src 'self'")
  expect(contentSecurityPolicy('', false)).not.toMatch(/stripe|unsafe-eval|script-src[^;]*unsafe-inline/)
})

test('every inline script is allowed by its hash, once; files and data need none', () => {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  const html = `<script>one()</script><script type="module" async="">two();
</script><script src="/a.js"></script><script>one()</script>
<script type="application/ld+json">{"a":"<b>"}</script><script></script><p>script</p>`
  expect(rule('script-src', false, html)).toBe(`script-src 'self' ${hash('one()')} ${hash('two();\n')}`)
})
