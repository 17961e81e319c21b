import { and, eq, isNull } from 'drizzle-orm'
import type { NewProfileInfo } from '#contract/people/profiles.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { profiles, users } from '../../platform/database/schema.ts'

export async function find(db: Database, userId: string): Promise<NewProfileInfo> {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId))
  const { education = '', location = '', number = '', linkdin = '' } = row ?? {}
  return { education, location, number, linkdin }
}

export async function remove(tx: Transaction, userId: string) {
  await tx.delete(profiles).where(eq(profiles.userId, userId))
}

/** False when the user has left meanwhile. */
export const save = (db: Database, userId: string, info: NewProfileInfo): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [present] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('share')
    if (!present) return false
    await tx
      .insert(profiles)
      .values({ userId, ...info })
      .onConflictDoUpdate({ target: profiles.userId, set: { ...info, updatedAt: new Date() } })
    return true
  })
