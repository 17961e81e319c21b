import type { Shop } from '../../shop-context.ts'
import * as users from './store.ts'

/** Anyone who reaches a demo shop can read its mailbox, and must not become an admin by it. */
export async function mayResetByMail(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  subject: string,
): Promise<boolean> {
  const user = await users.findBySubject(db, subject)
  return !user || (user.deletedAt === null && (config.live || user.role !== 'admin'))
}
