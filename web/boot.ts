import script from './boot.inline.js?raw'

declare global {
  interface Window {
    shop?: {
      /** Reads theme and session from local storage again and puts them on <html>. */
      paint(): void
      /** The page is interactive: what was clicked or submitted before happens now. */
      ready(): void
      /** Loads the app as soon as the page is painted. */
      start(parts: {
        manifest: string
        entry: string
        routes: Record<string, string>
        chunks: string[]
      }): void
      /** Settled when the modules of the first page's routes are there. */
      routes?: Promise<void>
    }
  }
}

/**
 * Runs in the head, before the first paint and long before the app: theme, session state, early clicks.
 * It comes with the document only: the browser's bundle has no use for its text.
 */
export const bootScript = import.meta.env.SSR ? script : ''
