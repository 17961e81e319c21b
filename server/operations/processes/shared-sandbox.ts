import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Secrets, sandboxKeys, writePrivateFile } from '../../platform/startup/secrets.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Ports } from './sandbox-client.ts'

const stored = z.object({
  ports: z.object({ port: z.int(), mailPort: z.int() }),
  keys: sandboxKeys,
})

/** Where the sandbox that several instances share is found, and the keys that it takes. */
export function readSharedSandbox(file: string) {
  if (!existsSync(file))
    throw new StartupError(
      `There is no ${file}: start the sandbox with npm run sandbox, which writes the file that SANDBOX names.`,
    )
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartupError(
      `SANDBOX must name the file that npm run sandbox has written; ${file} is not it.`,
      {
        cause: error,
      },
    )
  }
}

export function writeSharedSandbox(file: string, { port, mailPort }: Ports, { stripe, google }: Secrets) {
  const content: z.infer<typeof stored> = { ports: { port, mailPort }, keys: { stripe, google } }
  writePrivateFile(file, JSON.stringify(content))
}
