const SITE = 'http://shop'

/** The page a visitor was sent away from, as the login page's address remembers it. Only paths of this site count. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  if (!from.startsWith('/') || !URL.canParse(from, SITE)) return '/'
  // Judged as a browser reads it: tabs are dropped, backslashes are slashes, and `/.//evil` is `//evil`, another host.
  const { origin, pathname, search: query, hash } = new URL(from, SITE)
  return origin === SITE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** The address of a sign-in page that leads back to `from`. */
export const withReturn = (page: '/login' | '/signup', from: string) =>
  from === '/' ? page : `${page}?${new URLSearchParams({ from })}`
