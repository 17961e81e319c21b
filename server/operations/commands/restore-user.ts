import * as users from '../../people/users/store.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { command, emailOf } from './command.ts'

const usage = {
  line: 'npm run restore-user -- person@example.com',
  description: 'Restores a removed user.',
  maxPositionals: 1,
  minPositionals: 1,
}

export default command(usage, async ({ db, args }) => {
  const email = emailOf(args)
  if (!(await users.restore(db, email))) throw new StartupError(`There is no user with the email ${email}.`)
  return `${email} can use the shop again.`
})
