import { defineConfig } from 'vitest/config'

const everywhere = '{contract,networks,server,identity,sandbox,web,setup,test}/**'
const common = {
  // What a file loads stays loaded for the next: nothing here is mocked, and each file opens a shop of its own.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 20_000,
}

export default defineConfig({
  test: {
    // Once for all projects: one PostgreSQL per run.
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    // Vitest would leave one core free; much of a test is waiting for PostgreSQL.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'fast',
          include: [`${everywhere}/*.test.ts`],
          exclude: [`${everywhere}/*.serial.test.ts`],
          setupFiles: 'test/cheap-passwords.ts',
          sequence: { groupOrder: 1 },
          ...common,
        },
      },
      {
        // Races and floods: one file at a time, with the machine to themselves, and passwords that cost what they cost.
        test: {
          name: 'serial',
          include: [`${everywhere}/*.serial.test.ts`],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...common,
        },
      },
    ],
  },
})
