import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { bareDatabase } from './database.ts'

/** A role without any special right, as a hosting company gives it, and a database that is its own or somebody else's. */
export async function createOrdinaryRole(serverUrl: string, { owner }: { owner: boolean }) {
  const name = `tenant_${randomBytes(6).toString('hex')}`
  const databases = [await bareDatabase(serverUrl), await bareDatabase(serverUrl)] as const
  const urls = databases.map(({ url }) => new URL(url))
  const asSuperuser = (statement: string, url = new URL(serverUrl)) => run(superuser(url), statement)
  await asSuperuser(`create role ${name} login`)
  if (owner)
    for (const { pathname } of urls) await asSuperuser(`alter database ${pathname.slice(1)} owner to ${name}`)
  const [own, spare] = urls.map((url) => {
    const its = new URL(url)
    its.username = name
    return its.href
  }) as [string, string]
  return {
    name,
    url: own,
    /** A second database with the same rights. */
    spareUrl: spare,
    /** In the role's database. */
    asSuperuser: (statement: string) => asSuperuser(statement, urls[0]),
    async drop() {
      for (const { pathname } of urls)
        await asSuperuser(`drop database if exists ${pathname.slice(1)} with (force)`)
      await asSuperuser(`drop role ${name}`)
    },
  }
}

/** The embedded server lets its superuser in, too. */
function superuser(url: URL) {
  const its = new URL(url)
  if (!process.env.TEST_DATABASE_URL) its.username = 'postgres'
  return its.href
}

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
