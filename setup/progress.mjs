const terminal = process.stdout.isTTY
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Shows that something long is under way, and how long it took. */
export async function step(name, work) {
  const since = Date.now()
  process.stdout.write(terminal ? `${name} …` : `${name} …\n`)
  const ticking = terminal
    ? setInterval(() => process.stdout.write(`\r${name} … ${seconds(since)}`), 500)
    : undefined
  try {
    const result = await work()
    process.stdout.write(`${terminal ? '\r\x1b[K' : ''}${name}: done in ${seconds(since)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`${terminal ? '\r\x1b[K' : ''}${name}: failed after ${seconds(since)}\n`)
    throw error
  } finally {
    clearInterval(ticking)
  }
}
