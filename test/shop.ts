import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { createIdentity } from '#identity/identity.ts'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** A whole shop on a fresh database and a free port. */
export async function openTestShop(serverUrl: string, variables: Record<string, string> = {}) {
  const database = await freshDatabase(serverUrl)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-data-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ...variables,
  })
  const log: string[] = []
  const open = await openShop(
    config,
    pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    { createIdentity },
  )
  return {
    ...open,
    log,
    databaseUrl: database.url,
    /** A call as any program would make it; `body` is sent as JSON unless it is a string. */
    async call(
      method: string,
      target: string,
      options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
    ) {
      const { body, token } = options
      const response = await fetch(`http://127.0.0.1:${open.port}${target}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...options.headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, text, json }
    },
    async close() {
      await open.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
