import ipaddr from 'ipaddr.js'

/** The networks of one address, by which limits count and queues take turns. */
export type ClientNetworks = {
  /** One client: an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one household. */
  narrow: string
  /** What one attacker may own as a whole: an IPv4 /24, or an IPv6 /48. */
  wide: string
}

const WIDTHS = { ipv4: { narrow: 32, wide: 24 }, ipv6: { narrow: 64, wide: 48 } }

/** Anything that is not an address counts as a network of its own. */
export function clientNetworks(address: string): ClientNetworks {
  const plain = address.split('%', 1)[0] ?? ''
  if (!ipaddr.isValid(plain)) return { narrow: plain, wide: plain }
  const parsed = ipaddr.process(plain)
  const { narrow, wide } = WIDTHS[parsed.kind()]
  return { narrow: prefixOf(parsed, narrow), wide: prefixOf(parsed, wide) }
}

export const clientNetwork = (address: string) => clientNetworks(address).narrow

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray()
  if (bits === bytes.length * 8) return address.toString()
  const prefix = ipaddr.fromByteArray(bytes.map((byte, at) => (at < bits / 8 ? byte : 0)))
  return `${prefix.toString()}/${bits}`
}
