import * as users from '../../people/users/store.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { confirm } from './ask.ts'
import { command, emailOf } from './command.ts'
import { openIdentity } from './open-identity.ts'

const usage = {
  line: 'npm run make-admin -- person@example.com',
  description: 'Makes a user an admin.',
  flags: { insist: 'does not ask whether an address that nobody has verified is really theirs' },
  maxPositionals: 1,
  minPositionals: 1,
}

export default command(usage, async (opened) => {
  const { db, args } = opened
  const email = emailOf(args)
  const user = await users.findByEmail(db, email)
  if (!user)
    throw new StartupError(`Nobody with the email ${email} has signed in yet: sign up in the shop first.`)
  if (user.role === 'admin') return `${email} is already an admin.`
  const verified = (await (await openIdentity(opened)).findAccount(email))?.verified
  if (!verified && !args.has('insist'))
    await confirm(
      `Anyone can sign up with any address, and nobody has verified that ${email} is theirs. Are you sure whose account it is?`,
      `Anyone can sign up with any address, and nobody has verified that ${email} is theirs. If you are sure whose account it is: npm run make-admin -- ${email} --insist`,
    )
  await users.promote(db, email)
  return `${email} is an admin now.`
})
