import { createInterface } from 'node:readline/promises'
import { createIdentity } from '#identity/identity.ts'
import { createLog } from '../log.ts'
import { CommandProblem, command, emailArgument } from './command.ts'

await command(async ({ db, config, secrets }) => {
  const email = emailArgument('npm run set-password -- person@example.com')
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const password = await prompt.question(`New password for ${email} (at least 6 characters): `)
  prompt.close()
  if (password.length < 6) throw new CommandProblem('The password must be at least 6 characters long.')
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
  })
  if (!(await identity.setPassword(email, password)))
    throw new CommandProblem(`Nobody with the e-mail ${email} has an account.`)
  return `The password of ${email} was changed and every session ended.`
})
