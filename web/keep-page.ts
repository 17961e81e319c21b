import { createPath, type DataStrategyResult, type MiddlewareFunction } from 'react-router'

let listener: (() => void) | null = null

/** Calls the listener when a navigation has failed that should leave the page as it is. */
export function onLostNavigation(next: () => void) {
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

/** A page whose data cannot be loaded without the shop does not replace the one that is shown. */
export const keepPageWithoutData: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url, request },
  next,
) => {
  const results = await next()
  const failed = Object.values(results).some(({ type }) => type === 'error')
  const isShown = createPath(url) === createPath(location)
  if (failed && !isShown && listener && !(await isShopReachable())) {
    const replaced = new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    listener()
    // Its failure must not be shown in place of the page.
    await replaced
  }
  return results
}

/**
 * React Router reloads the document when the script of the next page cannot be loaded. Without the shop that would end at the
 * browser's own error page. A browser without the Navigation API still shows that.
 */
export function keepPageWithoutScript() {
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || event.userInitiated) return
    event.preventDefault()
    listener?.()
  }
  const { navigation }: { navigation?: Navigation } = window
  navigation?.addEventListener('navigate', onNavigate)
  return () => navigation?.removeEventListener('navigate', onNavigate)
}
