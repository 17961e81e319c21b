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

const stored = z.object({
  identity: z.string(),
  stripe: z.object({ secretKey: z.string(), publishableKey: z.string(), webhookSecret: z.string() }),
  google: z.object({ clientId: z.string(), clientSecret: z.string() }),
})
export type Secrets = z.infer<typeof stored>

/** The shop's own secrets, made once and kept in the data folder for this user's eyes only. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (!existsSync(file)) createPrivateFile(file, JSON.stringify(newSecrets()))
  return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export function writePrivateFile(file: string, content: string) {
  renameSync(writeTemporary(file, content), file)
}

/** Only where there is none yet: of several that try at once, the first is kept. */
function createPrivateFile(file: string, content: string) {
  const unfinished = writeTemporary(file, content)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // A file system may know no links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Under a name of its own: instances in containers may even have the same process number. */
function writeTemporary(file: string, content: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(unfinished, content, { mode: 0o600 })
    chmodSync(unfinished, 0o600)
    return unfinished
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
