import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5

/** `heapMb` is what is left when everything unused is thrown away. */
export type Insides = { cpuMs: number; memoryMb: number; heapMb: number; loopDelayP99Ms: number }

// Loaded into the measured process ahead of its program; tells its starter how the time since the last question was spent.
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let before = process.cpuUsage()

process.on('message', (asked) => {
  if (asked !== 'insides') return
  const { user, system } = process.cpuUsage(before)
  const memoryMb = process.memoryUsage.rss() / 2 ** 20
  // The histogram counts from one look to the next, the pause between them included.
  const loopDelayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS)
  globalThis.gc?.()
  const heapMb = process.memoryUsage().heapUsed / 2 ** 20
  const insides: Insides = { cpuMs: (user + system) / 1000, memoryMb, heapMb, loopDelayP99Ms }
  delay.reset()
  before = process.cpuUsage()
  process.send?.(insides)
})
