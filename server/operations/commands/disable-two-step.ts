import { StartupError } from '../../platform/startup/startup-error.ts'
import { command, emailOf } from './command.ts'
import { openIdentity } from './open-identity.ts'

const usage = {
  line: 'npm run disable-two-step -- person@example.com',
  description: 'Turns two-step sign-in off for someone who lost both their phone and their recovery codes.',
  maxPositionals: 1,
  minPositionals: 1,
}

export default command(usage, async (opened) => {
  const email = emailOf(opened.args)
  const identity = await openIdentity(opened)
  if (!(await identity.disableTwoStep(email)))
    throw new StartupError(`There is no account with the email ${email}.`)
  return `${email} can now log in with just the password.`
})
