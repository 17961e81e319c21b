import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openTestShop } from '#test/shop.ts'
import { cleanUpKeys } from './clean-ups.ts'

const EXPIRED = 2_500

test('a starting shop removes what has expired of sessions, throttles and daily counts, all of it, and nothing else', {
  timeout: 60_000,
}, async () => {
  const database = await freshDatabase(inject('databaseServer'))
  const settings = {
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'a secret that both starts know and nobody else',
  }
  const before = await openTestShop(inject('databaseServer'), settings)
  const person = await before.signUp()
  await before.shop.db.$client.query(`
    insert into identity.session (id, token, user_id, expires_at)
      select 'old-' || n, 'old-' || n, "user".id, now() - interval '1 minute'
      from generate_series(1, ${EXPIRED}) as n, identity."user" where email = '${person.email}';
    insert into identity.verification (id, identifier, value, expires_at)
      select 'old-' || n, 'old', 'old', now() - interval '1 minute' from generate_series(1, ${EXPIRED}) as n;
    insert into identity.throttle (key, points, expire)
      select 'old-' || n, 1, 1 from generate_series(1, ${EXPIRED}) as n;
    insert into identity.throttle (key, points, expire) values ('new', 1, 9e12);
    insert into daily_counts (kind, scope, network, count, ends_at)
      values ('review', 'shop', '', 1, now() - interval '1 minute'), ('quote', 'shop', '', 1, now() + interval '1 hour')`)
  await before.close()

  const after = await openTestShop(inject('databaseServer'), { ...settings, JOBS: 'on' })
  onTestFinished(async () => {
    await after.close()
    await database.drop()
  })
  const left = async () => {
    const { rows } = await after.shop.db.$client.query(
      `select (select count(*)::int from identity.session where id like 'old-%') as sessions,
         (select count(*)::int from identity.verification where identifier = 'old') as verifications,
         (select array_agg(key) from identity.throttle) as throttles,
         (select array_agg(kind) from daily_counts) as counts`,
    )
    return rows[0]
  }
  await vi.waitFor(
    async () =>
      expect(await left()).toEqual({ sessions: 0, verifications: 0, throttles: ['new'], counts: ['quote'] }),
    { timeout: 30_000, interval: 50 },
  )
  const token = await after.call('GET', '/api/auth/token', { headers: { cookie: person.cookie } })
  expect(token.status, 'a session that has not expired').toBe(200)
})

test('a clean-up that fails keeps no other from running, and the log names it', async () => {
  const shop = await openTestShop(inject('databaseServer'))
  onTestFinished(shop.close)
  const { $client: pool } = shop.shop.db
  await pool.query(`
    insert into daily_counts (kind, scope, network, count, ends_at)
      values ('review', 'shop', '', 1, now() - interval '1 minute');
    create function refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$;
    create trigger refuse before delete on mails for each statement execute function refuse()`)
  await runDueJobs(shop.shop)
  expect((await pool.query('select 1 from daily_counts')).rowCount).toBe(0)
  const lines = shop.log.map((line) => JSON.parse(line)).filter(({ queue }) => queue === 'delete-expired')
  const failed = lines.filter(({ msg }) => msg === 'a job failed and will be retried')
  expect(failed.map(({ key }) => key)).toEqual(['mails'])
  const done = lines.filter(({ msg }) => msg === 'a job is done').map(({ key }) => key)
  expect(done).toEqual(cleanUpKeys.filter((key) => key !== 'mails'))
})
