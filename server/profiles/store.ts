import { eq } from 'drizzle-orm'
import type { NewProfileInfo } from '#contract/profiles.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { profiles } from '../database/schema.ts'

export async function find(db: Database, userId: string): Promise<NewProfileInfo> {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId))
  const { education = '', location = '', number = '', linkdin = '' } = row ?? {}
  return { education, location, number, linkdin }
}

export async function remove(tx: Transaction, userId: string) {
  await tx.delete(profiles).where(eq(profiles.userId, userId))
}

export async function save(db: Database, userId: string, info: NewProfileInfo) {
  await db
    .insert(profiles)
    .values({ userId, ...info })
    .onConflictDoUpdate({ target: profiles.userId, set: { ...info, updatedAt: new Date() } })
}
