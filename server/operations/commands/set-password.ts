import { PASSWORD } from '#identity/passwords/password-length.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { ask } from './ask.ts'
import { command, emailOf } from './command.ts'
import { openIdentity } from './open-identity.ts'

const usage = {
  line: 'npm run set-password -- person@example.com',
  description: 'Asks for a new password, sets it and ends every session of that person.',
  maxPositionals: 1,
  minPositionals: 1,
}

export default command(usage, async (opened) => {
  const email = emailOf(opened.args)
  const password = await ask(`New password for ${email} (at least ${PASSWORD.min} characters): `, {
    hidden: true,
    orElse: 'No password was given: nothing was changed.',
  })
  if (password.length < PASSWORD.min || password.length > PASSWORD.max)
    throw new StartupError(`The password must be ${PASSWORD.min} to ${PASSWORD.max} characters long.`)
  const identity = await openIdentity(opened)
  if (!(await identity.setPassword(email, password)))
    throw new StartupError(`There is no account with the email ${email}.`)
  return `The password for ${email} was changed and all sessions were ended.`
})
