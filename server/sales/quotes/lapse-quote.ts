import type { Shop } from '../../shop-context.ts'
import * as quotes from './store.ts'

/** Ends an offer whose last day is over and gives back what was set aside for it. */
export const lapseQuote = ({ db }: Shop, id: string, now: Date) => quotes.lapse(db, id, now)
