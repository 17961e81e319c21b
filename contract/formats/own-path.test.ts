import { expect, test } from 'vitest'
import { isOwnPicture } from '../catalogue/stored-pictures.ts'
import { ownPath } from './own-path.ts'

test.each([
  ['/', '/'],
  ['/demo/saw.svg?x#y', '/demo/saw.svg?x#y'],
  ['/demo/../catalogue', '/catalogue'],
  ['/@evil.example', '/@evil.example'],
  ['//evil.example', null],
  ['//shop/login', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/\r\n\\evil.example', null],
  ['/.//evil.example', null],
  ['/x/..//evil.example', null],
  [' /\t/evil.example', null],
  ['https:evil.example', null],
  ['http://shop/login', null],
  ['javascript:alert(1)', null],
  ['login', null],
  ['', null],
])('%j leads to %j of this site', (address, path) => {
  expect(ownPath(address)).toBe(path)
  for (const origin of ['https://site.example', 'http://shop'])
    if (path !== null) expect(new URL(address, origin).origin).toBe(origin)
})

test.each([
  ['/pictures/0123456789abcdef0123456789abcdef', true],
  ['/demo/firm-1.svg', true],
  ['/demo/../api/products', false],
  ['/pictures/%2e%2e/api/products', false],
  ['/picturesque.svg', false],
  ['//pictures/x', false],
  ['https://pictures.example/pictures/x', false],
  ['', false],
])('%j is a picture of the shop: %s', (image, own) => {
  expect(isOwnPicture(image)).toBe(own)
})
