import type { ProductHistory } from '#contract/catalogue/product-changes.ts'
import type { IdempotencyKeys } from '../../forms/use-idempotency-key.ts'

/** What every panel about one product is given. */
export type PanelProps = {
  history: ProductHistory
  keys: IdempotencyKeys
  onClose: () => void
  /** Closes the panel and tells what was done. */
  onChanged: (sentence: string) => void
}
