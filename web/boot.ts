import script from './boot.inline.js?raw'

declare global {
  interface Window {
    shop?: {
      /** Reads theme and session from local storage again and puts them on <html>. */
      paint(): void
      /** Call once the page is interactive: replays earlier clicks and submits. */
      ready(): void
      /** Loads the app as soon as the page is painted. */
      start(parts: {
        manifest: string
        entry: string
        routes: Record<string, string>
        chunks: string[]
      }): void
      /** Resolves when the modules of the first page's routes have loaded. */
      routes?: Promise<void>
    }
  }
}

/**
 * Runs in the head, before the first paint and long before the app: theme, session state, early clicks.
 * Inlined into the document only; the browser's bundle does not contain it.
 */
export const bootScript = import.meta.env.SSR ? script : ''
