import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type ClientNetworks, clientNetworks } from '#networks/client-network.ts'
import type { Config } from '../../config.ts'

export type NetworksOf = (request: IncomingMessage) => ClientNetworks

/** The networks of Fastify's `request.ip`, for code ahead of the router. */
export function createNetworksOf(trustProxy: Config['trustProxy']): NetworksOf {
  const addressOf = createAddressOf(trustProxy)
  return (request) => clientNetworks(addressOf(request) ?? '')
}

/**
 * The same, but within the wide network by the token that was sent, which nobody has checked yet: colleagues behind one address
 * do not wait for each other.
 */
export const byToken =
  (networksOf: NetworksOf): NetworksOf =>
  (request) => ({
    wide: networksOf(request).wide,
    narrow: createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest('base64url'),
  })

function createAddressOf(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string | undefined {
  if (!trustProxy) return ({ socket }) => socket.remoteAddress
  if (trustProxy === true) return (request) => proxyAddr(request, () => true)
  const trust = typeof trustProxy === 'function' ? trustProxy : proxyAddr.compile(trustProxy)
  return (request) => proxyAddr(request, trust)
}
