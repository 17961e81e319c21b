import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders, takeNonce } from './security-headers.ts'

const rule = (name: string, realCards: boolean, scripts: string[] = []) =>
  contentSecurityPolicy(scripts, realCards)
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
  expect(contentSecurityPolicy([], false)).not.toMatch(/stripe|unsafe-eval|script-src[^;]*unsafe-inline/)
})

test('inline scripts are allowed by their hashes, each once', () => {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  expect(rule('script-src', false, ['one()', 'two();\n', 'one()'])).toBe(
    `script-src 'self' ${hash('one()')} ${hash('two();\n')}`,
  )
})

test('only what carries the nonce of its render is a script of ours, and no nonce is left', () => {
  const html = `<link rel="modulepreload" nonce="k3y" href="/a.js"><script>planted()</script>
<script nonce="k3y">one()</script><script nonce="k3y" type="module" async="">two();
</script><script nonce="k3y" src="/a.js"></script><script nonce="other">planted()</script>
<script nonce="k3y">three("</script><script>planted()</script>")</script>
<script data-planted="<script nonce="k3y">four()</script><script nonce="">planted()</script>`
  const { html: sent, scripts } = takeNonce(html, 'k3y')
  expect(scripts).toEqual(['one()', 'two();\n', 'three("', 'four()'])
  expect(sent).toBe(html.replaceAll(' nonce="k3y"', ''))
  expect(sent).not.toContain('k3y')
})
