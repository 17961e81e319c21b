import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const usage = {
  line: 'npm run paint -- color',
  description: 'Paints the shop.',
  flags: { twice: 'paints it once more' },
  maxPositionals: 1,
}
const read = (...typed: string[]) => {
  const given = readArguments(usage, typed)
  return 'help' in given ? given.help : { positionals: given.positionals, twice: given.has('twice') }
}

test('words and flags stand in any order', () => {
  expect(read('green', '--twice')).toEqual({ positionals: ['green'], twice: true })
  expect(read('--twice', 'green')).toEqual({ positionals: ['green'], twice: true })
  expect(read()).toEqual({ positionals: [], twice: false })
})

test.each([['--help'], ['-h'], ['a', 'b', '--force', '--help']])(
  'help is given whatever else is said: %j',
  (...typed) => {
    expect(read(...typed)).toBe(
      'Usage: npm run paint -- color\nPaints the shop.\n  --twice  paints it once more',
    )
  },
)

test.each([
  [['--force=1'], 'Unknown option --force.\nUsage: npm run paint -- color'],
  [['-x'], 'Unknown option -x.\nUsage: npm run paint -- color'],
  [['one', 'two'], 'Unexpected argument "two".\nUsage: npm run paint -- color'],
])('%j is refused', (typed, sentence) => {
  expect(() => read(...typed)).toThrow(sentence)
})
