const SITE = 'http://shop'

/** The page to return to after sign-in, from the login page's query. Only paths of this site are accepted. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  if (!from.startsWith('/') || !URL.canParse(from, SITE)) return '/'
  // Judged as a browser reads it: tabs are dropped, backslashes are slashes, and `/.//evil` is `//evil`, another host.
  const { origin, pathname, search: query, hash } = new URL(from, SITE)
  return origin === SITE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** The URL of a sign-in page that returns to `from`. */
export const withReturn = (page: '/login' | '/signup', from: string) =>
  from === '/' ? page : `${page}?${new URLSearchParams({ from })}`
