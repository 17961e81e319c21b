import type { TestProject } from 'vitest/node'
import { startTestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export default async function setup(project: TestProject) {
  const server = await startTestServer()
  project.provide('databaseServer', server.url)
  return server.stop
}
