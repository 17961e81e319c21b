import { StartupError } from './startup-error.ts'

export type Usage = {
  /** As typed, for instance `npm run restore -- file`. */
  line: string
  description: string
  /** Each flag and what it does. */
  flags?: Record<string, string>
  /** How many positional arguments there may be, and how many there must be. */
  maxPositionals?: number
  minPositionals?: number
}

export type Arguments = { positionals: string[]; has(flag: string): boolean }

/** Parses what was typed after the command; `help` is set for --help. */
export function readArguments(usage: Usage, typed: string[]): Arguments | { help: string } {
  const { flags = {}, maxPositionals = 0 } = usage
  if (typed.includes('--help') || typed.includes('-h')) return { help: helpFor(usage) }
  const options = typed.filter((word) => word.startsWith('-'))
  const positionals = typed.filter((word) => !word.startsWith('-'))
  const unknown = options.find((word) => !Object.hasOwn(flags, word.replace(/^--/, '')))
  if (unknown) throw new StartupError(`Unknown option ${unknown.split('=')[0]}.\nUsage: ${usage.line}`)
  if (positionals.length > maxPositionals)
    throw new StartupError(`Unexpected argument "${positionals[maxPositionals]}".\nUsage: ${usage.line}`)
  return { positionals, has: (flag) => options.includes(`--${flag}`) }
}

function helpFor({ line, description, flags = {} }: Usage) {
  const options = Object.entries(flags).map(([flag, meaning]) => `  --${flag}  ${meaning}`)
  return [`Usage: ${line}`, description, ...options].join('\n')
}
