import { environmentVariables } from '../config.ts'
import type { Command } from './command.ts'

/** What npm runs: the first word names the command's file. */
const [name, ...typed] = process.argv.slice(2)
const { default: command }: { default: Command } = await import(`./${name}.ts`)
process.exitCode = await command({
  typed,
  readVariables: environmentVariables,
  say: console.log,
  complain: console.error,
})
