import script from './boot.inline.js?raw'

declare global {
  interface Window {
    shop?: {
      /** Reads theme and session from local storage again and puts them on <html>. */
      paint(): void
      /** The page is interactive: what was clicked or submitted before happens now. */
      ready(): void
    }
  }
}

/**
 * Runs in the head, before the first paint and long before the app: theme, session state, early clicks.
 * It comes with the document only: the browser's bundle has no use for its text.
 */
export const bootScript = import.meta.env.SSR ? script : ''
