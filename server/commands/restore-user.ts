import * as users from '../users/store.ts'
import { CommandProblem, command, emailArgument } from './command.ts'

await command(async ({ db }) => {
  const email = emailArgument('npm run restore-user -- person@example.com')
  if (!(await users.restore(db, email)))
    throw new CommandProblem(`Nobody with the e-mail ${email} is known here.`)
  return `${email} may use the shop again.`
})
