import { StartupError } from './startup-error.ts'

export type Usage = {
  /** As it is typed, for instance `npm run restore -- file`. */
  line: string
  does: string
  /** The flags there are and what each is for. */
  flags?: Record<string, string>
  /** How many words may be given besides, and how many must be. */
  words?: number
  needs?: number
}

export type Arguments = { words: string[]; has(flag: string): boolean }

/** What was typed after the command; `help` is the answer to --help. */
export function readArguments(usage: Usage, typed: string[]): Arguments | { help: string } {
  const { flags = {}, words: most = 0 } = usage
  if (typed.includes('--help') || typed.includes('-h')) return { help: helpFor(usage) }
  const given = typed.filter((word) => word.startsWith('-'))
  const words = typed.filter((word) => !word.startsWith('-'))
  const unknown = given.find((word) => !Object.hasOwn(flags, word.replace(/^--/, '')))
  if (unknown) throw new StartupError(`There is no option ${unknown.split('=')[0]}.\nUsage: ${usage.line}`)
  if (words.length > most) throw new StartupError(`"${words[most]}" is too much.\nUsage: ${usage.line}`)
  return { words, has: (flag) => given.includes(`--${flag}`) }
}

function helpFor({ line, does, flags = {} }: Usage) {
  const options = Object.entries(flags).map(([flag, meaning]) => `  --${flag}  ${meaning}`)
  return [`Usage: ${line}`, does, ...options].join('\n')
}
