import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { handTools } from './hand-tools.ts'
import { materials } from './materials.ts'
import { powerToolsAndSafety } from './power-tools-and-safety.ts'

const PUBLIC = path.join(import.meta.dirname, '../../../public')
const products = [...handTools, ...materials, ...powerToolsAndSafety]

/** 13, 3 1/2, 1/16, 8.5 */
const figuresIn = (text: string) => text.match(/\d+(?: \d+\/\d+|\/\d+|\.\d+)?/g) ?? []

test.each(products)('every figure in the drawing of $name is one of its own', ({ image, name, specs }) => {
  const drawing = readFileSync(path.join(PUBLIC, image), 'utf8')
  const words = [...drawing.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? '')
  expect(words).not.toEqual([])
  const known = figuresIn([name, ...Object.values(specs)].join(' '))
  expect(known).toEqual(expect.arrayContaining(words.flatMap(figuresIn)))
})
