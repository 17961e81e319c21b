import { createHmac } from 'node:crypto'
import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { knownNetwork, user } from '../schema.ts'

export const KNOWN_DAYS = 90
const KNOWN_PER_ACCOUNT = 20

export type KnownNetworks = ReturnType<typeof createKnownNetworks>

/** From where the right password of an account came before: strangers who guess at it do not delay these networks. */
export function createKnownNetworks(db: Database, secret: string) {
  const hashOf = (email: string, network: string) =>
    createHmac('sha256', secret)
      .update(`known network\n${email.toLowerCase()}\n${network}`)
      .digest('base64url')

  return {
    async includes(email: string, network: string): Promise<boolean> {
      const found = await db
        .select({ hash: knownNetwork.hash })
        .from(knownNetwork)
        .where(eq(knownNetwork.hash, hashOf(email, network)))
      return found.length > 0
    },

    /** Writes at most once a day for the same network. */
    async remember(email: string, network: string) {
      const [person] = await db.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase()))
      if (!person) return
      const { rowCount } = await db
        .insert(knownNetwork)
        .values({ hash: hashOf(email, network), userId: person.id })
        .onConflictDoUpdate({
          target: knownNetwork.hash,
          set: { usedAt: sql`now()` },
          setWhere: lt(knownNetwork.usedAt, sql`now() - interval '1 day'`),
        })
      if (rowCount) await forgetAllButNewest(person.id)
    },
  }

  async function forgetAllButNewest(userId: string) {
    const newest = db
      .select({ hash: knownNetwork.hash })
      .from(knownNetwork)
      .where(eq(knownNetwork.userId, userId))
      .orderBy(desc(knownNetwork.usedAt))
      .limit(KNOWN_PER_ACCOUNT)
    await db
      .delete(knownNetwork)
      .where(and(eq(knownNetwork.userId, userId), notInArray(knownNetwork.hash, newest)))
  }
}
