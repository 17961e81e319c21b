import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// Node's own --watch loses a file that an editor replaces, and restarts for tests.
const root = path.join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'identity', 'sandbox', 'server']
const PART_OF_THE_SERVER = /^(?!.*\.test\.ts$).*\.(ts|sql)$/
const SETTLE_MS = 100

const watched = new Set<string>()
let changed = Promise.withResolvers<string>()
let stopping = false
let shop: ChildProcess

/** Watches folders, not files: editors may replace a file instead of writing to it. */
function watchFolders() {
  for (const top of FOLDERS)
    for (const entry of readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })) {
      const folder = entry.parentPath
      if (watched.has(folder)) continue
      watched.add(folder)
      const watcher = watch(folder, (_event, name) => {
        if (name === null || PART_OF_THE_SERVER.test(name))
          changed.resolve(path.relative(root, path.join(folder, name ?? '')))
        else if (!path.extname(name)) watchFolders()
      })
      watcher.on('error', () => watched.delete(folder))
    }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping = true
    if (!shop.kill(signal)) process.exit()
  })

watchFolders()
for (;;) {
  changed = Promise.withResolvers()
  shop = spawn(process.execPath, [path.join(root, 'server/main.ts'), '--dev'], { stdio: 'inherit' })
  const ended = once(shop, 'exit')
  const first = await Promise.race([ended, changed.promise])
  if (stopping) process.exit((await ended)[0] ?? 1)
  if (typeof first !== 'string') console.log('The shop exited. It restarts when a file is saved.')
  const file = await changed.promise
  await delay(SETTLE_MS)
  console.log(`Restarting: ${file} was saved.`)
  shop.kill('SIGTERM')
  await ended
}
