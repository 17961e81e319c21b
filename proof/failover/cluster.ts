import pg from 'pg'
import { vi } from 'vitest'
import { type Machines, NAMES, type Name } from './machines.ts'

type Member = { name: Name; role: string; state: string }
export type Roles = { primary: Name; standby: Name }
const PATIENCE = { timeout: 120_000, interval: 250 }
const WORKING = ['running', 'streaming']

/** PostgreSQL on the three machines, as Patroni describes it. */
export async function startCluster(machines: Machines) {
  const { settings } = machines

  const ask = (name: Name, target: string, init: RequestInit = {}) =>
    fetch(`http://${machines.addressOf(name)}:${settings.PATRONI_PORT}${target}`, {
      ...init,
      signal: AbortSignal.timeout(30_000),
    })

  /** By the first that answers: one may be killed or frozen. */
  const members = () =>
    Promise.any(
      NAMES.map(
        async (name) => ((await (await ask(name, '/cluster')).json()) as { members: Member[] }).members,
      ),
    ).catch(() => [])

  /** Who is what, once all three are well. */
  const rolesOnceWell = () =>
    vi.waitUntil(async (): Promise<Roles | null> => {
      const all = await members()
      const well = all.filter(({ state }) => WORKING.includes(state))
      const primary = well.find(({ role }) => role === 'leader')?.name
      const standby = well.find(({ role }) => role === 'sync_standby')?.name
      return well.length === NAMES.length && primary && standby ? { primary, standby } : null
    }, PATIENCE)

  for (const name of NAMES) machines.start(name)
  const { primary } = await rolesOnceWell()
  const owner = new pg.Client({
    host: machines.addressOf(primary),
    port: Number(settings.POSTGRES_PORT),
    user: 'postgres',
    database: 'postgres',
    password: settings.POSTGRES_PASSWORD,
  })
  await owner.connect()
  await owner.query(`create role shop login password '${settings.POSTGRES_PASSWORD}'`)
  await owner.query('create database shop owner shop')
  await owner.end()

  return {
    databaseUrl: `postgres://shop:${settings.POSTGRES_PASSWORD}@127.0.0.1:${settings.PRIMARY_PORT}/shop`,
    rolesOnceWell,

    /** Waits until another one is the primary. */
    replaced: (former: Name) =>
      vi.waitUntil(
        async () => (await members()).some(({ name, role }) => role === 'leader' && name !== former),
        PATIENCE,
      ),

    async switchOver({ primary, standby }: Roles) {
      const authorization = `Basic ${btoa(`patroni:${settings.PATRONI_PASSWORD}`)}`
      const response = await ask(primary, '/switchover', {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ leader: primary, candidate: standby }),
      })
      if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
    },
  }
}
