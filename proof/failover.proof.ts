import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAuditedCustomers } from './audited-customers.ts'
import { type Roles, startCluster } from './failover/cluster.ts'
import { type Machines, NAMES, openMachines } from './failover/machines.ts'
import { findRequirements } from './failover/requirements.ts'
import { type RunningShop, startShop } from './start-shop.ts'
import { report } from './table.ts'

const commands = path.join(import.meta.dirname, '../server/operations/commands/run.ts')
const PATIENCE = { timeout: 120_000, interval: 20 }
/** So many changes are acknowledged before a fault, during it and after it. */
const CHANGES = 40

const requirements = findRequirements()
let machines: Machines
let cluster: Awaited<ReturnType<typeof startCluster>>
let shops: RunningShop[] = []

const began = performance.now()
const say = (sentence: string) =>
  console.log(`failover, ${Math.round((performance.now() - began) / 1_000)} s: ${sentence}`)

beforeAll(async () => {
  if (typeof requirements === 'string') return
  say(`Patroni ${requirements.patroniVersion}, etcd ${requirements.etcdVersion}`)
  machines = await openMachines(requirements)
  cluster = await startCluster(machines)
  machines.startBalancer()
  say('three PostgreSQL are running')
  const sandbox = await startSharedSandbox()
  const shared = {
    DATABASE_URL: cluster.databaseUrl,
    PUBLIC_URL: machines.origin,
    TRUST_PROXY: '127.0.0.1',
    IDENTITY_SECRET: 'one secret for all of the instances of a shop',
    OPEN_ORDER_LIMIT: '1000000',
    SANDBOX: sandbox,
    PORT: machines.settings.SHOP_PORT,
    LOG_LEVEL: 'error',
  }
  shops = await Promise.all(
    NAMES.map((name) =>
      startShop({
        ...shared,
        HOST: machines.addressOf(name),
        DATA_DIR: path.join(machines.folder, `shop-on-${name}`),
      }),
    ),
  )
  // The balancer asks them once a second.
  await vi.waitUntil(async () => (await fetch(`${machines.origin}/readyz`)).ok, PATIENCE)
  say('three instances are open')
}, 300_000)

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await machines?.close()
}, 60_000)

/** One card provider for all instances, as `npm run sandbox` starts it. */
async function startSharedSandbox(): Promise<string> {
  const DATA_DIR = path.join(machines.folder, 'sandbox')
  spawn(process.execPath, [commands, 'sandbox'], {
    // Whatever works in there ends with the machines.
    cwd: machines.folder,
    env: { PATH: process.env.PATH, DATA_DIR, PUBLIC_URL: machines.origin, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const file = path.join(DATA_DIR, 'sandbox.json')
  await vi.waitUntil(() => existsSync(file), PATIENCE)
  return file
}

type Fault = {
  check: string
  /** Breaks something; the answer mends it, once customers have ordered in spite of it. */
  inflict(roles: Roles): Promise<(() => unknown) | undefined>
  /** Whether another PostgreSQL has to become the primary. */
  replacesPrimary: boolean
}

const killMachine = async (name: Roles['primary']) => {
  const shop = shops[NAMES.indexOf(name)]
  machines.signal(name, 'SIGKILL')
  await shop?.kill()
  return () => {
    machines.start(name)
    return shop?.startAgain()
  }
}

const freeze = (name: Roles['primary'], part: 'all' | 'postgres') => {
  machines.signal(name, 'SIGSTOP', part)
  return () => machines.signal(name, 'SIGCONT', part)
}

const faults: Fault[] = [
  {
    check: 'planned switchover',
    replacesPrimary: true,
    inflict: async (roles) => {
      await cluster.switchOver(roles)
      return undefined
    },
  },
  {
    check: 'PostgreSQL of the primary killed',
    replacesPrimary: true,
    inflict: async ({ primary }) => {
      machines.signal(primary, 'SIGKILL', 'postgres')
      return undefined
    },
  },
  {
    check: 'machine of the primary gone',
    replacesPrimary: true,
    inflict: ({ primary }) => killMachine(primary),
  },
  {
    check: 'PostgreSQL of the primary frozen',
    replacesPrimary: true,
    inflict: async ({ primary }) => freeze(primary, 'postgres'),
  },
  {
    // When it comes back, its etcd still takes itself for the leader.
    check: 'machine of the primary and of etcd’s leader frozen',
    replacesPrimary: true,
    inflict: async ({ primary }) => {
      await cluster.moveEtcdLeader(primary)
      return freeze(primary, 'all')
    },
  },
  {
    check: 'machine of the synchronous standby gone',
    replacesPrimary: false,
    inflict: ({ standby }) => killMachine(standby),
  },
  {
    check: 'one instance of the shop killed',
    replacesPrimary: false,
    inflict: async () => {
      await shops[0]?.kill()
      return shops[0]?.startAgain
    },
  },
  {
    check: 'all instances restarted in turn',
    replacesPrimary: false,
    inflict: async () => {
      for (const shop of shops) {
        await shop.terminate()
        await shop.startAgain()
      }
      return undefined
    },
  },
]

test.for(faults)('failover: $check', async ({ check, inflict, replacesPrimary }, { task, skip }) => {
  if (typeof requirements === 'string') return skip(requirements)
  const before = await cluster.rolesOnceWell()
  const place = {
    origin: machines.origin,
    dataDir: path.join(machines.folder, 'sandbox'),
    databaseUrl: cluster.databaseUrl,
  }
  const business = await startAuditedCustomers(place, { customers: 5, thinkMs: 50 })
  const { writtenAt, acknowledged, quotes, answers } = business
  const moreChanges = async () => {
    const enough = writtenAt.length + CHANGES
    await vi.waitUntil(() => writtenAt.length >= enough, PATIENCE)
  }
  await moreChanges()
  say(`${check}: now`)
  const since = performance.now()
  const mend = await inflict(before)
  if (replacesPrimary) await cluster.replaced(before.primary)
  await moreChanges()
  say(`${check}: orders are taken again`)
  await mend?.()
  const after = await cluster.rolesOnceWell()
  await moreChanges()
  await business.close()

  const pauseSeconds = (longestPauseMs(writtenAt, since) / 1_000).toFixed(1)
  const paid = acknowledged.filter(({ paidBy }) => paidBy).length
  const refunded = acknowledged.filter((known) => known.refunded).length
  const errors = Object.entries(answers).filter(([status]) => !(Number(status) < 500))
  const remark = [
    ...(after.primary === before.primary ? [] : [`${before.primary} → ${after.primary}`]),
    `${pauseSeconds} s without writes`,
    `${acknowledged.length} orders, ${quotes.length} quotes, ${paid} payments, ${refunded} refunds acknowledged`,
    errors.length ? errors.map(([status, times]) => `${times} × ${status}`).join(', ') : 'no errors',
  ].join('; ')
  say(`${check}: ${remark}`)
  const row = { check: `failover: ${check}`, tried: business.outcomes.calls, remark }
  const failed = answers['500'] ?? 0
  try {
    say(`${check}: comparing`)
    // The last fault restarts all instances, which then send what is left.
    const lost = await business.audit({ mails: check === faults.at(-1)?.check })
    report(task, { ...row, failed, lost })
  } catch (error) {
    report(task, { ...row, failed: failed + 1, lost: business.outcomes.lost })
    throw error
  }
  expect(failed, 'unexpected errors').toBe(0)
})

/** The longest time between two acknowledged changes, from then on. */
function longestPauseMs(times: number[], since: number) {
  const later = [since, ...times.filter((time) => time > since)]
  return Math.max(...later.map((time, place) => time - (later[place - 1] ?? time)))
}
