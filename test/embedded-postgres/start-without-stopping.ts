import { startEmbeddedPostgres } from '../../server/operations/embedded-postgres/start.ts'

// A program that forgets to stop what it started.
await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } })
