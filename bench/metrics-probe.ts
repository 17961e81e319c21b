import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5

export type ProcessMetrics = { cpuMs: number; memoryMb: number; loopDelayP99Ms: number }

// Loaded into the measured process ahead of its program; tells its starter how the time since the last question was spent.
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let before = process.cpuUsage()

process.on('message', (asked) => {
  if (asked === 'metrics') process.send?.(metrics())
  if (asked === 'heap') process.send?.(heapMb())
})

function metrics(): ProcessMetrics {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  // The histogram counts from one look to the next, the pause between them included.
  const loopDelayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS)
  delay.reset()
  return { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 2 ** 20, loopDelayP99Ms }
}

/** What is left when everything unused is thrown away, which makes the program slow for a while. */
function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
