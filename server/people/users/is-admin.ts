import type { Shop } from '../../shop-context.ts'
import * as users from './store.ts'

export async function isAdmin({ db }: Pick<Shop, 'db'>, subject: string): Promise<boolean> {
  return (await users.findBySubject(db, subject))?.role === 'admin'
}
