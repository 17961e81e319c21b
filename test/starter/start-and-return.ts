import { startEmbedded } from '../../server/database/embedded.ts'

// A program that forgets to stop what it started.
await startEmbedded({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } })
