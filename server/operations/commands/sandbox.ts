import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createLog } from '../../platform/log/log.ts'
import { readSecrets } from '../../platform/startup/secrets.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { startSandbox } from '../processes/sandbox-client.ts'
import { readSharedSandbox, writeSharedSandbox } from '../processes/shared-sandbox.ts'
import { commandWithoutDatabase } from './command.ts'

const usage = {
  line: 'npm run sandbox',
  description:
    'Runs the card provider, mailbox and Google of the demo on their own, for several instances on this machine: each of them is started with SANDBOX and the file that this command writes into DATA_DIR. Webhooks are sent to PUBLIC_URL.',
}

export default commandWithoutDatabase(usage, async ({ config }) => {
  const { dataDir, publicOrigin } = config
  if (config.live)
    throw new StartupError('SHOP_ENV=live: the sandbox is for demo mode only, a live shop uses Stripe.')
  if (!publicOrigin)
    throw new StartupError(
      'PUBLIC_URL is not set: the sandbox sends its webhooks to the address that all instances are reached at.',
    )
  const file = path.join(dataDir, 'sandbox.json')
  // On the same ports as before: instances that are running know no others.
  const ports = existsSync(file) ? readSharedSandbox(file).ports : undefined
  if (ports && (await answers(ports.port)))
    throw new StartupError(
      `Port ${ports.port} is in use: is this sandbox already running? If not, remove ${file}, and restart the instances afterward.`,
    )
  const secrets = readSecrets(dataDir)
  const webhookUrl = `${publicOrigin}/api/stripe/webhook`
  const log = createLog(config.logLevel)
  const sandbox = await startSandbox({ dataDir, secrets, webhookUrl, log, ...(ports && { ports }) })
  writeSharedSandbox(file, sandbox, secrets)
  console.log(`The sandbox is running. Start each instance with SANDBOX=${file}`)
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  await sandbox.stop()
  return 'The sandbox has stopped.'
})

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
