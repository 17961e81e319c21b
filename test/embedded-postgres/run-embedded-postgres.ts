import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '../../server/operations/embedded-postgres/start.ts'

// Starts the embedded PostgreSQL as a shop would; "stop" on standard input, or its end, stops it in order.
const [dataDir = '', options = '{}'] = process.argv.slice(2)
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

process.on('SIGINT', () => tell({ interrupted: true }))
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    ...JSON.parse(options),
    log: (said) => tell({ said }),
  })
  tell({ connection: postgres.connection, owned: postgres.owned })
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') break
  }
  await postgres.stop()
  process.stdin.destroy()
} catch (error) {
  tell({ refused: (error as Error).message })
  process.exit(1)
}
