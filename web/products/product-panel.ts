/** What every panel about one product is given. */
export type PanelProps = {
  id: string
  onClose: () => void
  /** Closes the panel and tells what was done. */
  onChanged: (sentence: string) => void
}
