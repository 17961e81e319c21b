import type { QuoteState } from '#contract/sales/quote-search.ts'
import { Chip } from '../../ui/chip.tsx'

export const QUOTE_WORDS: Record<QuoteState, string> = {
  asked: 'Requested',
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Expired',
}

/** For whom a quote in this state waits. */
const WAITS_FOR: Partial<Record<QuoteState, Side>> = { asked: 'shop', offered: 'customer' }

type Side = 'shop' | 'customer'

/** Orange is what waits for whoever looks at it. */
export function QuoteChip({ state, seenBy }: { state: QuoteState; seenBy: Side }) {
  const look = state === 'accepted' ? 'success' : WAITS_FOR[state] === seenBy ? 'attention' : 'plain'
  return <Chip look={look}>{QUOTE_WORDS[state]}</Chip>
}
