import { environmentVariables } from '../../config.ts'
import type { Command } from './command.ts'

const NAMES = [
  'backup',
  'demo-clear',
  'disable-two-step',
  'mail-test',
  'make-admin',
  'restore',
  'restore-user',
  'sandbox',
  'set-password',
]

/** What npm runs, and who has no npm: the first word names the command's file. */
const [name = '', ...typed] = process.argv.slice(2)
if (NAMES.includes(name)) {
  const { default: command }: { default: Command } = await import(`./${name}.ts`)
  process.exitCode = await command({
    typed,
    readVariables: environmentVariables,
    say: console.log,
    complain: console.error,
  })
} else {
  console.error(`Name a command (${NAMES.join(', ')}), and --help after it to read what it does.`)
  process.exitCode = 1
}
