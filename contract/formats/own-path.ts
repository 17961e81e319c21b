const SITE = 'http://shop'

/**
 * A path of this site as a browser reads it, or null for an address that leads anywhere else: tabs and line breaks are dropped,
 * backslashes are slashes, and `/.//evil` is `//evil`, another host.
 */
export function ownPath(address: string): string | null {
  const read = address.replace(/[\t\n\r]/g, '').replaceAll('\\', '/')
  if (!address.startsWith('/') || read.startsWith('//') || !URL.canParse(address, SITE)) return null
  const { origin, pathname, search, hash } = new URL(address, SITE)
  return origin === SITE && !pathname.startsWith('//') ? pathname + search + hash : null
}
