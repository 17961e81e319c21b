import * as users from '../users/store.ts'
import { CommandProblem, command, emailArgument } from './command.ts'

await command(async ({ db }) => {
  const email = emailArgument('npm run make-admin -- person@example.com')
  if (!(await users.findByEmail(db, email)))
    throw new CommandProblem(`Nobody with the e-mail ${email} has signed in yet: sign up in the shop first.`)
  return (await users.promote(db, email)) ? `${email} is an admin now.` : `${email} was an admin already.`
})
