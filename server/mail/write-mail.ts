import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { mails } from '../database/schema.ts'

export type NewMail = {
  kind: string
  data: object
  email: string
  name: string
  userId?: string
  verified: boolean
}

/** The row is the truth; a job sends what is due. */
export async function writeMail(db: Database | Transaction, { verified, ...mail }: NewMail): Promise<string> {
  const id = newId()
  await db.insert(mails).values({ id, ...mail, dueAt: verified ? new Date() : null })
  return id
}
