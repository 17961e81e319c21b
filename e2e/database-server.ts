import { startTestServer } from '../test/database.ts'

/** One PostgreSQL for all journeys: a database of one's own is there sooner than a server. */
export default async function setup() {
  const server = await startTestServer()
  process.env.E2E_DATABASE_SERVER = server.url
  return server.stop
}
