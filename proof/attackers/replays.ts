import { createBrowser } from '#identity/test-browser.ts'
import { totp } from '#test/totp.ts'
import { networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { SentRequest } from './attacker.ts'
import { PASSWORD, type Person, type Place } from './place.ts'

const CHALLENGES = 40
const CONNECTIONS = 200

/** One code of a second factor in forty sign-ins at once, and one return from Google on as many connections as it takes. */
export async function replays(place: Place): Promise<Attack> {
  const [watched] = (await place.signUp('watched', 1)) as [Person]
  const codes = await codeForManySignIns(place, watched)
  const callback = await returnFromGoogle(place)
  const before = await countSessions(watched.email)
  return {
    assault: {
      connections: CONNECTIONS,
      addresses: networks(CONNECTIONS),
      requests: many(CONNECTIONS, (place) => codes[place % 5 === 0 ? place / 5 : -1] ?? callback),
    },
    async audit() {
      const byCode = (await countSessions(watched.email)) - before
      const byGoogle = await countSessions('from.google@example.com')
      return {
        failed: Math.abs(byCode - 1) + Math.abs(byGoogle - 1),
        remark: `one code signed in ${byCode} times, one return from Google ${byGoogle} times`,
      }
    },
  }

  async function countSessions(email: string) {
    const text = `select count(*)::int as count from identity.session join identity."user" as person on person.id = user_id
       where person.email = $1`
    return (await place.rows<{ count: number }>(text, [email]))[0]?.count ?? 0
  }
}

/** Somebody's code as it was seen over their shoulder, for as many sign-ins with their password. */
async function codeForManySignIns(place: Place, { email }: Person): Promise<SentRequest[]> {
  const post = (call: string, cookie: string, body: object, from: string) =>
    place.succeed({ method: 'POST', path: `/api/auth/two-factor/${call}`, from, headers: { cookie }, body })
  const cookie = await place.signIn(email, '127.0.0.1')
  const { json } = await post('enable', cookie, { password: PASSWORD }, '127.0.0.1')
  const uri: string = json.totpURI
  await post('verify-totp', cookie, { code: totp(uri) }, '127.0.0.1')
  const seen: SentRequest[] = []
  for (const from of networks(CHALLENGES)) {
    const asked = await place.signIn(email, from)
    const sent = { headers: { cookie: asked }, body: { code: '' } }
    seen.push(toSend(place, { method: 'POST', path: '/api/auth/two-factor/verify-totp', ...sent }))
  }
  // The next one: it is not the code that turned two-step sign-in on, and is taken half a minute early.
  const code = totp(uri, Date.now() + 30_000)
  return seen.map((request) => ({ ...request, body: JSON.stringify({ code }) }))
}

/** The way back from Google into the shop, which nobody has gone yet. */
async function returnFromGoogle(place: Place): Promise<SentRequest> {
  const browser = createBrowser(place.port, place.origin)
  const begun = await browser.visit('/api/auth/sign-in/social', { json: { provider: 'google' } })
  const page = await browser.follow(begun.json.url)
  const action = /action="([^"]+)"/.exec('text' in page ? page.text : '')?.[1] ?? ''
  const form = { email: 'from.google@example.com', name: 'From Google', verified: 'yes' }
  const chosen = await browser.visit(action, { form })
  const isBack = ({ pathname }: URL) => pathname.startsWith('/api/auth/callback/')
  const back = await browser.follow(chosen.location ?? '', isBack)
  if (!(back instanceof URL)) throw new Error(`Google answered ${back.status}: ${back.text}`)
  const cookie = browser.cookies(back.pathname)
  return { method: 'GET', path: back.pathname + back.search, headers: { cookie } }
}
