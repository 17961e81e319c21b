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
])('login returns from %s to %s, never to another site', (search, path) => {
  expect(returnPath(search)).toBe(path)
})

test('the sign-in pages keep the way back', () => {
  expect(withReturn('/signup', '/dashboard')).toBe('/signup?from=%2Fdashboard')
  expect(withReturn('/login', '/')).toBe('/login')
})
