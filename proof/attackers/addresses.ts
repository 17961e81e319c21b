// Loopback is one network of 16 million addresses, which Linux lets any client use: 65,536 networks of 256.
const inNetwork = (firstByte: number, network: number, host: number) =>
  `127.${firstByte + (network >> 8)}.${network & 255}.${host}`

/** Addresses of attackers, each in a network of its own. */
export const networks = (count: number) =>
  Array.from({ length: count }, (_, network) => inNetwork(32, network, 7))

/** Addresses of attackers who share one network. */
export const neighbors = (count: number) =>
  Array.from({ length: count }, (_, host) => inNetwork(16, 0, 1 + (host % 254)))

let others = 0
/** The address of somebody whose network has never been seen before. */
export const newcomer = () => inNetwork(128, others++, 9)
