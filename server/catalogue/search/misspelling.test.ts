import { expect, test } from 'vitest'
import { isMisspelling } from './misspelling.ts'

test.each([
  ['hamer', 'hammer'],
  ['hammmer', 'hammer'],
  ['wrensh', 'wrench'],
  ['rench', 'wrench'],
  ['screwdirver', 'screwdriver'],
  ['skrewdrver', 'screwdriver'],
  ['galvanised', 'galvanized'],
])('%s is meant as %s', (written, known) => expect(isMisspelling(written, known)).toBe(true))

test.each([
  ['table', 'cable'],
  ['hat', 'has'],
  ['kitchen', 'kit'],
  ['basket', 'bracket'],
  ['xylophone', 'nylon'],
  ['', 'saw'],
])('%s is not meant as %s', (written, known) => expect(isMisspelling(written, known)).toBe(false))
