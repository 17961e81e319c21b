import { expect, test } from 'vitest'
import { returnPath, withReturn } from './return-path.ts'

test.each([
  ['?from=/dashboard/order', '/dashboard/order'],
  ['?from=/product/1?x=1%23y', '/product/1?x=1#y'],
  ['', '/'],
  ['?from=//evil.example', '/'],
  ['?from=/\\evil.example', '/'],
  ['?from=/%09/evil.example', '/'],
  ['?from=https://evil.example', '/'],
  ['?from=javascript:alert(1)', '/'],
  ['?from=/..//evil.example', '/'],
  ['?from=/.//evil.example', '/'],
  ['?from=/%252e//evil.example', '/'],
  ['?from=/./\\evil.example', '/'],
  ['?from=/x/..//evil.example', '/'],
  ['?from=/.%0A/%09/evil.example', '/'],
  ['?from=%20//evil.example', '/'],
  ['?from=/%5C/evil.example', '/'],
  ['?from=///evil.example', '/'],
  ['?from=/@evil.example', '/@evil.example'],
  ['?from=/:80//evil.example', '/:80//evil.example'],
  ['?from=/%2525//evil.example', '/%25//evil.example'],
  ['?from=//%00', '/'],
  ['?from=//shop/dashboard', '/'],
  ['?from=dashboard', '/'],
])('login returns from %s to %s, never to another site', (search, path) => {
  expect(returnPath(search)).toBe(path)
  expect(new URL(returnPath(search), 'https://site.example').origin).toBe('https://site.example')
})

test('the sign-in pages keep the way back', () => {
  expect(withReturn('/signup', '/dashboard')).toBe('/signup?from=%2Fdashboard')
  expect(withReturn('/login', '/')).toBe('/login')
})
