import { defineConfig } from 'vitest/config'
import { ProofTable } from './table.ts'

// One check after the other, with the machine to itself: what is measured here must not measure its neighbour.
export default defineConfig({
  test: {
    root: '.',
    include: ['proof/*.proof.ts'],
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
    reporters: ['default', new ProofTable()],
  },
})
