import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NetworksOf } from './networks-of.ts'

/** The requests in progress, and how many of them are of one network, which is looked at only when somebody asks. */
export function createInProgress(networksOf: NetworksOf) {
  const unattributed = new Set<ServerResponse>()
  const networks = new Map<ServerResponse, string[]>()
  const counts = new Map<string, number>()

  const count = (network: string, change: 1 | -1) => {
    const left = (counts.get(network) ?? 0) + change
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  function attribute() {
    for (const response of unattributed) {
      const { narrow, wide } = networksOf(response.req)
      const both = [`narrow ${narrow}`, `wide ${wide}`]
      networks.set(response, both)
      for (const network of both) count(network, 1)
    }
    unattributed.clear()
  }

  return {
    size: () => unattributed.size + networks.size,
    responses: () => [...unattributed, ...networks.keys()],
    add: (response: ServerResponse) => void unattributed.add(response),
    delete(response: ServerResponse) {
      unattributed.delete(response)
      for (const network of networks.get(response) ?? []) count(network, -1)
      networks.delete(response)
    },
    /** How many are of the networks of whoever asks. */
    countOf(request: IncomingMessage) {
      attribute()
      const { narrow, wide } = networksOf(request)
      return { narrow: counts.get(`narrow ${narrow}`) ?? 0, wide: counts.get(`wide ${wide}`) ?? 0 }
    },
  }
}
