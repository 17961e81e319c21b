import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'

const program = fileURLToPath(new URL('../../main.ts', import.meta.url))
export const webhookSecret = 'whsec_of_the_tests'
const secretKey = 'sk_test_of_the_tests'
const publishableKey = 'pk_test_of_the_tests'

export interface SandboxProcess {
  address: string
  stripe: Stripe
  /** The SDK with the publishable key: what a browser may do. */
  browser: Stripe
  switches: (order?: object) => Promise<Record<string, unknown>>
  /** As `kill -9` does it: nothing is said goodbye to. */
  kill: () => Promise<void>
  /** As the shop does it, by ending stdin. */
  stop: () => Promise<number | null>
  errors: () => string
}

export async function startSandbox(dataDir: string, webhookUrl?: string): Promise<SandboxProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], { stdio: 'pipe' })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const settings = { dataDir, stripe: { secretKey, publishableKey, webhookSecret, webhookUrl } }
  child.stdin.write(`${JSON.stringify(settings)}\n`)
  const port = await readPort(child, () => errors)
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    stripe: sdk(secretKey, port),
    browser: sdk(publishableKey, port),
    switches: (order) => callSwitches(address, order),
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: async () => {
      child.stdin.end()
      await ended(child)
      return child.exitCode
    },
    errors: () => errors,
  }
}

function sdk(key: string, port: number) {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

async function readPort(child: ChildProcess, errors: () => string): Promise<number> {
  if (!child.stdout) throw new Error('the sandbox has no stdout')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).port
  throw new Error(`the sandbox did not start: ${errors()}`)
}

async function ended(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function callSwitches(address: string, order?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/sandbox/stripe/switches`, {
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    ...(order && { method: 'POST', body: JSON.stringify(order) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-stripe-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
