import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/connect.ts'
import { bookings } from '../../platform/database/schema.ts'
import { UNPAID } from '../bookings/store.ts'

/** False when a bank transfer was chosen before, or the order is paid. */
export async function chooseBankTransfer(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ bankChosenAt: sql`now()` })
    .where(and(eq(bookings.id, id), inArray(bookings.state, UNPAID), isNull(bookings.bankChosenAt)))
  return rowCount === 1
}

/** For how many orders a customer chose a bank transfer within the last hour. */
export const countBankTransfersLastHour = (tx: Transaction, userId: string) =>
  tx.$count(
    bookings,
    and(eq(bookings.userId, userId), sql`${bookings.bankChosenAt} > now() - interval '1 hour'`),
  )
