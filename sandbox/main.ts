import { createInterface } from 'node:readline'
import { z } from 'zod'
import { openSandbox, sandboxSettings } from './open-sandbox.ts'

// Started by the shop: settings come as one line on stdin, whose end (the shop is gone) stops the sandbox.
const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => start(line).catch(stopBecause))
lines.once('close', () => process.exit(0))

async function start(line: string) {
  const sandbox = await openSandbox(readSettings(line), stopBecause)
  const stop = () => void sandbox.stop().then(() => process.exit(0), stopBecause)
  lines.removeAllListeners('close').once('close', stop)
  process.once('SIGTERM', stop)
  // Ctrl-C reaches the whole process group, but the shop may still need the sandbox while it closes.
  process.on('SIGINT', () => undefined)
  process.stdout.write(`${JSON.stringify({ port: sandbox.port, mailPort: sandbox.mailPort })}\n`)
  await sandbox.loadGoogle()
}

function readSettings(line: string) {
  const parsed = sandboxSettings.safeParse(parseJson(line))
  if (parsed.success) return parsed.data
  throw new Error(`settings of the sandbox:\n${z.prettifyError(parsed.error)}`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the parser's own message would show a piece of the keys
  }
}

function stopBecause(error: Error) {
  console.error(`sandbox: ${error.message}`)
  process.exit(1)
}
