import type { ProductHistory } from '#contract/product-changes.ts'

/** What every panel about one product is given. */
export type PanelProps = {
  history: ProductHistory
  onClose: () => void
  /** Closes the panel and tells what was done. */
  onChanged: (sentence: string) => void
}
