import { isIPv6 } from 'node:net'

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one household. */
export function clientNetwork(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return plain
  const groups = expand(plain)
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') return mappedIPv4(groups)
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups without leading zeros; the URL parser knows every way of writing them. */
function expand(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function mappedIPv4(groups: string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
