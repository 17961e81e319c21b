import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { texts } from '#contract/fixed-texts.ts'

const folder = path.join(import.meta.dirname, '../e2e')
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n')

const names = Object.entries(texts).flatMap(([group, value]) =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.keys(value).map((name) => `${group}.${name}`)
    : [`texts.${group}`],
)

test.each(names)('the journeys name %s', (name) => {
  expect(journeys).toMatch(new RegExp(`\\b${name.replace('.', '\\.')}\\b`))
})
