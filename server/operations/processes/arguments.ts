import { StartupError } from '../../platform/startup/startup-error.ts'

export type Usage = {
  /** As typed, for instance `npm run restore -- file`. */
  line: string
  description: string
  /** Each flag and what it does. */
  flags?: Record<string, string>
  /** Each option that takes a value, and what that is. It may be given more than once. */
  options?: Record<string, string>
  /** How many positional arguments there may be, and how many there must be. */
  maxPositionals?: number
  minPositionals?: number
}

export type Arguments = {
  positionals: string[]
  has(flag: string): boolean
  values(option: string): string[]
}

/** Parses what was typed after the command; `help` is set for --help. */
export function readArguments(usage: Usage, typed: string[]): Arguments | { help: string } {
  const { flags = {}, options = {}, maxPositionals = 0 } = usage
  if (typed.includes('--help') || typed.includes('-h')) return { help: helpFor(usage) }
  const positionals: string[] = []
  const given: { name: string; value: string }[] = []
  const words = typed.values()
  for (const word of words) {
    const [, name = '', , value] = /^--([^=]*)(=(.*))?$/s.exec(word) ?? []
    if (!word.startsWith('-')) positionals.push(word)
    else if (Object.hasOwn(options, name)) given.push({ name, value: value ?? words.next().value ?? '' })
    else if (Object.hasOwn(flags, name) && value === undefined) given.push({ name, value: 'yes' })
    else throw new StartupError(`Unknown option ${word.split('=')[0]}.\nUsage: ${usage.line}`)
  }
  const empty = given.find(({ value }) => value === '')
  if (empty) throw new StartupError(`--${empty.name} needs a value.\nUsage: ${usage.line}`)
  if (positionals.length > maxPositionals)
    throw new StartupError(`Unexpected argument "${positionals[maxPositionals]}".\nUsage: ${usage.line}`)
  const values = (wanted: string) => given.flatMap(({ name, value }) => (name === wanted ? value : []))
  return { positionals, values, has: (flag) => values(flag).length > 0 }
}

function helpFor({ line, description, flags = {}, options = {} }: Usage) {
  const explained = Object.entries({ ...flags, ...options }).map(
    ([name, meaning]) => `  --${name}  ${meaning}`,
  )
  return [`Usage: ${line}`, description, ...explained].join('\n')
}
