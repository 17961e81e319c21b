import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { processesIn, signal } from '../processes.ts'

// Outlives the proof. However that ends, this stdin ends with it, and then nothing of it is left behind.
const [folder = ''] = process.argv.slice(2)
await text(process.stdin)
for (let left = processesIn(folder); left.length > 0; left = processesIn(folder)) {
  for (const pid of left) signal(pid, 'SIGKILL')
  await delay(100)
}
await rm(folder, { recursive: true, force: true })
