import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connect.ts'

const RETRY_MS = 1_000
const HEARTBEAT_MS = 5_000
const ANSWER_MS = 2_000

type Ears = {
  /** `sender` is the backend whose transaction gave the notice. */
  hear(notice: { payload: string; sender: number }): void
  /** Notices may have been missed: the connection broke, is still away a second later, or is back. */
  missed(): void
  log: Record<'warn' | 'info', (fields: object, message: string) => void>
}

/** Listens to a channel on a connection of its own, for ever; resolves after the first try to connect. */
export async function listen(connection: Connection, channel: string, ears: Ears) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'hundredweight changes',
    })
    client.on('notification', ({ payload = '', processId }) => ears.hear({ payload, sender: processId }))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      return client
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  /** Resolves when the connection is of no use any more. A peer that vanished without a word is found by asking it. */
  async function outlive(client: pg.Client) {
    const broken = new Promise<void>((resolve) => client.once('end', resolve))
    const beating = (async () => {
      while (!signal.aborted) {
        await setTimeout(HEARTBEAT_MS, undefined, { signal, ref: false })
        await client.query('select 1')
      }
    })().catch(() => {})
    await Promise.race([broken, beating])
  }

  async function listenForEver(first: Promise<pg.Client | null>) {
    let client = await first
    while (!signal.aborted) {
      if (client) {
        await outlive(client)
        const ended = client.end().catch(() => {})
        if (signal.aborted) return ended
        ears.log.warn({ channel }, 'changes made elsewhere cannot be heard for a moment')
      }
      ears.missed()
      await setTimeout(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
      client = signal.aborted ? null : await open().catch(() => null)
      if (!client) continue
      ears.missed()
      ears.log.info({ channel }, 'changes made elsewhere are heard again')
    }
  }

  const first = open().catch(() => null)
  const listening = listenForEver(first)
  await first
  return async function stop() {
    stopping.abort()
    await listening
  }
}
