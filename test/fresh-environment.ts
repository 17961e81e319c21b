import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, inject } from 'vitest'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'

/** Where a shop can be started as a process, anew for each test: a database, a data folder and a port. */
export function freshEnvironment() {
  const place = { databaseUrl: '', dataDir: '', origin: '', settings: {} as Record<string, string> }
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeEach(async () => {
    database = await freshDatabase(inject('databaseServer'))
    place.databaseUrl = database.url
    place.dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-started-'))
    const port = await freePort()
    place.origin = `http://127.0.0.1:${port}`
    place.settings = {
      DATABASE_URL: database.url,
      DATA_DIR: place.dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
    }
  })
  afterEach(async () => {
    await database.drop()
    await rm(place.dataDir, { recursive: true, force: true })
  })
  return place
}

export const firstAdminPassword = async (dataDir: string) =>
  (await readFile(path.join(dataDir, 'first-admin.txt'), 'utf8')).split('\n')[1] as string
