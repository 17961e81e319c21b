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

  const askEtcd = async (name: Name, target: string, body: object = {}) => {
    const response = await fetch(`http://${machines.addressOf(name)}:${settings.ETCD_PORT}${target}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    if (!response.ok) throw new Error(`etcd refused ${target}: ${await response.text()}`)
    return (await response.json()) as { leader: string; header: { member_id: string } }
  }
  const etcdStatus = (name: Name) => askEtcd(name, '/v3/maintenance/status')

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

    /** Etcd's own leader is on one of the machines, too. */
    async moveEtcdLeader(name: Name) {
      const leader = await vi.waitUntil(async () => {
        const statuses = await Promise.all(NAMES.map(etcdStatus))
        return NAMES[statuses.findIndex(({ leader, header }) => leader === header.member_id)]
      }, PATIENCE)
      if (leader === name) return
      const targetID = (await etcdStatus(name)).header.member_id
      await askEtcd(leader, '/v3/maintenance/transfer-leadership', { targetID })
      await vi.waitUntil(async () => (await etcdStatus(name)).leader === targetID, PATIENCE)
    },

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
