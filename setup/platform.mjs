// Old Nodes must be able to read this file and prepare.mjs in order to be told that they are too old.

const supported = 'Linux (x64, arm64) and macOS (x64, arm64)'

/** Why nothing can be set up here, in one sentence with the way out, or null. */
export function platformProblem(host) {
  const version = host.versions.node.split('.').map(Number)
  const atLeast = (major, minor) => version[0] > major || (version[0] === major && version[1] >= minor)

  if (host.platform === 'win32') {
    return 'Hundredweight does not run natively on Windows: install WSL (wsl --install), clone the shop inside it and run the same command there.'
  }
  if (!['linux', 'darwin'].includes(host.platform) || !['x64', 'arm64'].includes(host.arch)) {
    return `Hundredweight runs on ${supported}; this is ${host.platform} ${host.arch}: use one of those machines.`
  }
  if (host.platform === 'darwin' && !atLeast(22, 22)) {
    return `On macOS the shop runs on your own Node, which must be 22.22 or newer and is ${host.versions.node}: install Node 24 (https://nodejs.org) and run the command again.`
  }
  if (!atLeast(20, 0)) {
    return `Node 20 or newer is needed and this is ${host.versions.node}: install Node 24 (https://nodejs.org) and run the command again.`
  }
  return null
}
