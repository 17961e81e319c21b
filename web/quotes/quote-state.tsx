import type { QuoteState } from '#contract/quote-search.ts'
import { Chip } from '../ui/chip.tsx'

export const QUOTE_WORDS: Record<QuoteState, string> = {
  asked: 'Requested',
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Expired',
}

const LOOKS: Partial<Record<QuoteState, 'success' | 'attention'>> = {
  asked: 'attention',
  offered: 'attention',
  accepted: 'success',
}

export const QuoteChip = ({ state }: { state: QuoteState }) => (
  <Chip look={LOOKS[state] ?? 'plain'}>{QUOTE_WORDS[state]}</Chip>
)
