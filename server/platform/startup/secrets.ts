import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { reasonOf, StartupError } from './startup-error.ts'

const random = () => randomBytes(32).toString('base64url')

/** What the sandbox and the shops that use it both know. */
export const sandboxKeys = z.object({
  stripe: z.object({ secretKey: z.string(), publishableKey: z.string(), webhookSecret: z.string() }),
  google: z.object({ clientId: z.string(), clientSecret: z.string() }),
})
const stored = sandboxKeys.extend({ identity: z.string() })
export type Secrets = z.infer<typeof stored>

/** The shop's own secrets, generated once and stored in the data folder, readable by this user only. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (!existsSync(file)) createPrivateFile(file, JSON.stringify(newSecrets()))
  return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export function writePrivateFile(file: string, content: string) {
  renameSync(writeTemporary(file, content), file)
}

/** Only if the file does not exist: of several concurrent attempts, the first wins. */
function createPrivateFile(file: string, content: string) {
  const temporary = writeTemporary(file, content)
  try {
    linkSync(temporary, file)
  } catch (error) {
    // The file system may not support links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Under a random name: instances in containers may even share a process id. */
function writeTemporary(file: string, content: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const temporary = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(temporary, content, { mode: 0o600, flush: true })
    chmodSync(temporary, 0o600)
    return temporary
  } catch (error) {
    throw new StartupError(
      `The file ${file} cannot be written: ${reasonOf(error)}. Let this user write there, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

function newSecrets(): Secrets {
  return {
    identity: random(),
    stripe: {
      secretKey: `sk_test_${random()}`,
      publishableKey: `pk_test_${random()}`,
      webhookSecret: `whsec_${random()}`,
    },
    google: { clientId: 'sandbox-shop', clientSecret: random() },
  }
}
