import { vi } from 'vitest'
import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Visit } from './others.ts'
import type { Person, Place } from './place.ts'

const ASKING = 30
/** Ten resets a day and one an hour beyond them, once for the address and once for all its tags; these get three confirmations. */
const MAX_MAILS = 11 + 11 + 3
const PATIENCE = { timeout: 60_000, interval: 500 }

/** Sign-ups with variants of one address, and a new password for it again and again; others forget theirs meanwhile. */
export async function mailFlood(place: Place): Promise<Attack> {
  await place.signUp('harassed', 1)
  const forgetful = await place.signUp('forgetful', ASKING)
  const reset = '/api/auth/request-password-reset'
  const signUp = '/api/auth/sign-up/email'
  const requests = many(2_000, (number) => {
    const person = { name: 'Somebody', password: 'a password' }
    return [
      { path: signUp, body: { ...person, email: `harassed0+${number}@example.com` } },
      { path: reset, body: { email: 'harassed0@example.com' } },
      { path: reset, body: { email: `harassed0+${number}@example.com` } },
      { path: signUp, body: { ...person, email: `nobody${number}@example.com` } },
    ]
  })
  const visits = many(ASKING, (index): Visit => {
    const { email } = forgetful[index] as Person
    return { kind: 'reset', make: (ask) => ask({ method: 'POST', path: reset, body: { email } }) }
  })
  return {
    assault: {
      connections: 300,
      addresses: [...networks(200), ...neighbors(100)],
      requests: requests.flat().map((sent) => toSend(place, { method: 'POST', ...sent })),
    },
    others: visits,
    async audit() {
      const arrived = await vi
        .waitUntil(async () => (await countSent('forgetful%')) >= ASKING && ASKING, PATIENCE)
        .catch(() => countSent('forgetful%'))
      const harassing = await countSent('harassed%')
      return {
        failed: ASKING - arrived + Math.max(0, harassing - MAX_MAILS),
        remark: `${harassing} mails to one mailbox, ${await countSent('nobody%')} to strangers; ${arrived} of ${ASKING} others got their link`,
      }
    },
  }

  async function countSent(email: string) {
    const text = 'select count(*)::int as count from mails where email like $1 and sent_at is not null'
    return (await place.rows<{ count: number }>(text, [email]))[0]?.count ?? 0
  }
}
