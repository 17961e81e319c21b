import { createHash } from 'node:crypto'

export type TestAccount = { email: string; name: string; verified: boolean }

export const DEMO_ACCOUNTS: TestAccount[] = [
  { email: 'demo.buyer@example.com', name: 'Demo Buyer', verified: true },
  { email: 'demo.workshop@example.com', name: 'Demo Workshop', verified: true },
  { email: 'demo.unverified@example.com', name: 'Demo Unverified', verified: false },
]

const ACCOUNTS_KEPT = 1_000

/** The accounts that somebody signed in with, under the subject by which the shop knows them: one per email address. */
export function createAccounts() {
  const bySubject = new Map<string, TestAccount>()
  return {
    remember(account: TestAccount): string {
      const subject = createHash('sha256').update(account.email.toLowerCase()).digest('hex').slice(0, 21)
      bySubject.delete(subject)
      bySubject.set(subject, account)
      const oldest = bySubject.keys().next().value
      if (bySubject.size > ACCOUNTS_KEPT && oldest !== undefined) bySubject.delete(oldest)
      return subject
    },
    find: (subject: string) => bySubject.get(subject),
  }
}

/** What was typed or picked, or the sentence that says what is wrong with it. */
export function readAccount(form: URLSearchParams): TestAccount | string {
  const email = (form.get('email') ?? '').trim()
  const name = (form.get('name') ?? '').trim()
  if (!/^[^\s@<>"]+@[^\s@<>".]+\.[^\s@<>"]+$/.test(email) || email.length > 254)
    return 'Type an email address such as demo.buyer@example.com.'
  if (!name || name.length > 200) return 'Type a name of at most 200 characters.'
  return { email, name, verified: form.get('verified') === 'yes' }
}
