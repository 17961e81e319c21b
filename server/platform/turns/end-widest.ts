type Network<Item> = { size: number; items: Item[] }

/** Ends what the networks that take most have, one network after the other, until that is enough. */
export function endWidest<Item>(
  sizes: Iterable<[Item, number]>,
  networkOf: (item: Item) => string,
  { end, isEnough }: { end: (item: Item) => void; isEnough: () => boolean },
) {
  const networks = new Map<string, Network<Item>>()
  for (const [item, size] of sizes) {
    const name = networkOf(item)
    const network = networks.get(name) ?? { size: 0, items: [] }
    network.size += size
    network.items.push(item)
    networks.set(name, network)
  }
  for (const { items } of [...networks.values()].sort((one, other) => other.size - one.size)) {
    if (isEnough()) return
    for (const item of items) end(item)
  }
}
