import { expect, test } from 'vitest'
import { readSpecLines, writeSpecLines } from './spec-lines.ts'

test.each([
  ['450 g', 'Weight: 450 g'],
  ['oak\r\n\n  ash', 'Weight: oak ash'],
  ['1: 2', 'Weight: 1: 2'],
])('the value %j is one line', (value, line) => {
  expect(writeSpecLines([{ name: 'Weight', value }])).toBe(line)
  expect(writeSpecLines(readSpecLines(line))).toBe(line)
})
