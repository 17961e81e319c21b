import { StartupError } from '../startup-error.ts'
import * as users from '../users/store.ts'
import { command, emailOf } from './command.ts'

const usage = {
  line: 'npm run restore-user -- person@example.com',
  does: 'Lets a removed person use the shop again.',
  words: 1,
  needs: 1,
}

await command(usage, async ({ db, given }) => {
  const email = emailOf(given)
  if (!(await users.restore(db, email)))
    throw new StartupError(`Nobody with the email ${email} is known here.`)
  return `${email} may use the shop again.`
})
