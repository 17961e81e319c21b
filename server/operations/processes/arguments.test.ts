import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const usage = {
  line: 'npm run paint -- color',
  description: 'Paints the shop.',
  flags: { twice: 'paints it once more' },
  options: { wall: 'which wall' },
  maxPositionals: 1,
}
const read = (...typed: string[]) => {
  const given = readArguments(usage, typed)
  if ('help' in given) return given.help
  return { positionals: given.positionals, twice: given.has('twice'), walls: given.values('wall') }
}

test('words and flags stand in any order', () => {
  expect(read('green', '--twice')).toEqual({ positionals: ['green'], twice: true, walls: [] })
  expect(read('--twice', 'green')).toEqual({ positionals: ['green'], twice: true, walls: [] })
  expect(read()).toEqual({ positionals: [], twice: false, walls: [] })
})

test('an option takes the word after it or after its equals sign, as often as it is given', () => {
  expect(read('--wall', 'north', 'green', '--wall=south=east')).toEqual({
    positionals: ['green'],
    twice: false,
    walls: ['north', 'south=east'],
  })
})

test.each([['--help'], ['-h'], ['a', 'b', '--force', '--help']])(
  'help is given whatever else is said: %j',
  (...typed) => {
    expect(read(...typed)).toBe(
      'Usage: npm run paint -- color\nPaints the shop.\n  --twice  paints it once more\n  --wall  which wall',
    )
  },
)

test.each([
  [['--force=1'], 'Unknown option --force.\nUsage: npm run paint -- color'],
  [['-x'], 'Unknown option -x.\nUsage: npm run paint -- color'],
  [['--twice=yes'], 'Unknown option --twice.\nUsage: npm run paint -- color'],
  [['green', '--wall'], '--wall needs a value.\nUsage: npm run paint -- color'],
  [['green', '--wall='], '--wall needs a value.\nUsage: npm run paint -- color'],
  [['one', 'two'], 'Unexpected argument "two".\nUsage: npm run paint -- color'],
])('%j is refused', (typed, sentence) => {
  expect(() => read(...typed)).toThrow(sentence)
})
