import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

type Listener = {
  /** Path and query of the page that is shown; on the way back or forward the address bar is ahead of it. */
  shown: string
  onLost(what: 'data' | 'script'): void
}

let listener: Listener | null = null

/** Tells the listener of a navigation that has failed and should leave the page as it is. */
export function listenForLostNavigation(next: Listener) {
  listener = next
  return () => {
    listener = null
  }
}

export const isShopReachable = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A page whose data cannot be loaded without the shop does not replace the one that is shown, which keeps its own. */
export const keepPageWithoutData: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url, request },
  next,
) => {
  const results = await next()
  const loaded = Object.entries(results).filter(
    ([, { type, result }]) => type === 'data' || isRedirect(result),
  )
  const failed = loaded.length < Object.keys(results).length
  if (!failed || !listener || (await isShopReachable())) return results
  if (listener?.shown === url.pathname + url.search) return Object.fromEntries(loaded)
  const replaced = new Promise((resolve) => request.signal.addEventListener('abort', resolve))
  listener?.onLost('data')
  // Until then React Router would show the failure in place of the page.
  await replaced
  return results
}

const isRedirect = (result: unknown) => result instanceof Response && result.headers.has('Location')

/**
 * React Router reloads the document when the script of the next page cannot be loaded. Without the shop that would end at the
 * browser's own error page. A browser without the Navigation API still shows that.
 */
export function keepPageWithoutScript() {
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || event.userInitiated) return
    event.preventDefault()
    listener?.onLost('script')
  }
  const { navigation }: { navigation?: Navigation } = window
  navigation?.addEventListener('navigate', onNavigate)
  return () => navigation?.removeEventListener('navigate', onNavigate)
}
