import { createInterface } from 'node:readline/promises'
import { createIdentity } from '#identity/identity.ts'
import { PASSWORD } from '#identity/password.ts'
import { isDatabaseAway } from '../database/connect.ts'
import { createLog } from '../log.ts'
import { CommandProblem, command, emailArgument } from './command.ts'

await command(async ({ db, config, secrets }) => {
  const email = emailArgument('npm run set-password -- person@example.com')
  const password = await ask(`New password for ${email} (at least ${PASSWORD.least} characters): `)
  if (password.length < PASSWORD.least || password.length > PASSWORD.most)
    throw new CommandProblem(`The password must be ${PASSWORD.least} to ${PASSWORD.most} characters long.`)
  const origin = config.publicOrigin ?? `http://localhost:${config.port}`
  const identity = createIdentity({
    pool: db.$client,
    secret: config.identitySecret ?? secrets.identity,
    issuer: `${origin}/api/auth`,
    audience: '',
    publicOrigin: origin,
    allowedOrigins: [],
    google: null,
    throttle: false,
    log: createLog('warn'),
    isDatabaseAway,
  })
  if (!(await identity.setPassword(email, password)))
    throw new CommandProblem(`Nobody with the e-mail ${email} has an account.`)
  return `The password of ${email} was changed and every session ended.`
})

async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<never>((_resolve, reject) =>
    prompt.once('close', () => reject(new CommandProblem('No password was given: nothing was changed.'))),
  )
  try {
    return await Promise.race([prompt.question(question), closed])
  } finally {
    prompt.close()
  }
}
