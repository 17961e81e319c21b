import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'

const INSTANCES = 4
const ROUNDS = 20

test('instances that start together on one empty data folder share one set of secrets', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-secrets-'))
  const program = `
    import('node:worker_threads').then(async ({ parentPort }) => {
      const { readSecrets } = await import(${JSON.stringify(path.join(import.meta.dirname, 'secrets.ts'))})
      parentPort.on('message', (dataDir) => parentPort.postMessage(readSecrets(dataDir).identity))
      parentPort.postMessage('ready')
    })`
  const instances = Array.from({ length: INSTANCES }, () => new Worker(program, { eval: true }))
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.terminate()))
    await rm(folder, { recursive: true, force: true })
  })
  await Promise.all(instances.map((instance) => once(instance, 'message')))
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = path.join(folder, String(round))
    const answers = instances.map((instance) => once(instance, 'message'))
    for (const instance of instances) instance.postMessage(dataDir)
    const kept = (await Promise.all(answers)).map(([secret]) => secret)
    expect(new Set(kept).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['secrets.json'])
    expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  }
})
