import { startEmbedded } from '../../server/embedded-postgres/start.ts'

// A program that forgets to stop what it started.
await startEmbedded({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } })
