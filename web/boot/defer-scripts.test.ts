import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

const html = (own: string) => `<head><link rel="preload" href="/font.woff2"${own}/>
<link rel="modulepreload" href="/manifest.js"${own}/><link rel="modulepreload"${own} href="/entry.js"/></head>
<script${own}>restoreScroll()</script>
<script${own}>window.__reactRouterContext = {};</script><script${own} type="module" async="">import "/manifest.js"</script>
<script${own}>window.__reactRouterContext.streamController.enqueue("data");</script>`

test('what starts the app is inert, and its files are named for later', () => {
  expect(
    deferScripts(html(' nonce="k3y"'), 'k3y'),
  ).toBe(`<head><link rel="preload" href="/font.woff2" nonce="k3y"/>
</head>
<script nonce="k3y">restoreScroll()</script>
<script nonce="k3y" type="text/plain" data-app-data="">window.__reactRouterContext = {};</script><script nonce="k3y" type="text/plain" data-app-files="/manifest.js /entry.js">import "/manifest.js"</script>
<script nonce="k3y" type="text/plain" data-app-data="">window.__reactRouterContext.streamController.enqueue("data");</script>`)
})

test('what does not carry the nonce of this render stays as it is', () => {
  expect(deferScripts(html(''), 'k3y')).toBe(html(''))
  expect(deferScripts(html(' nonce="other"'), 'k3y')).toBe(html(' nonce="other"'))
})
