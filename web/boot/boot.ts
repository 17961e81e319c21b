import script from './boot.inline.js?raw'

declare global {
  interface Window {
    shop?: {
      /** Reads theme and session from local storage again and puts them on <html>. */
      paint(): void
      /** Call once the page is interactive: replays earlier clicks and submits. */
      ready(): void
    }
  }
}

/**
 * Runs in the head, before the first paint and long before the app: theme, session state, early clicks.
 * Inlined into the document only; the browser's bundle does not contain it.
 */
export const bootScript = import.meta.env.SSR ? script : ''
