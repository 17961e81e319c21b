import { expect, onTestFinished, test } from 'vitest'
import type { PrepareAttack } from './attackers/attack.ts'
import { isApart, onShopsCores, takeAway } from './attackers/cores.ts'
import { crowdAtTheDoor } from './attackers/crowd-at-the-door.ts'
import { documentFlood } from './attackers/document-flood.ts'
import { hostageTaking } from './attackers/hostage-taking.ts'
import { judge } from './attackers/limits.ts'
import { mailFlood } from './attackers/mail-flood.ts'
import { comeAndGo, prepareOthers } from './attackers/others.ts'
import { preparePlace } from './attackers/place.ts'
import { poisonedTexts } from './attackers/poisoned-texts.ts'
import { replays } from './attackers/replays.ts'
import { reviewFlood } from './attackers/review-flood.ts'
import { startAttack } from './attackers/start-attack.ts'
import { uncachedPages } from './attackers/uncached-pages.ts'
import { uncheckedTokens } from './attackers/unchecked-tokens.ts'
import { wrongPasswords, wrongPasswordsOfOneHome } from './attackers/wrong-passwords.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const SECONDS = 25
const WARM_UP_PART = 0.4

const attacks: Record<string, PrepareAttack | null> = {
  'nobody attacks': null,
  'wrong passwords and sign-ups from 300 networks': wrongPasswords,
  'the same from 256 networks of one home': wrongPasswordsOfOneHome,
  '1,400 connections on health checks and absent files': crowdAtTheDoor,
  'searches and pages nobody asked for before, sitemaps': uncachedPages,
  'public lists with unchecked tokens': uncheckedTokens,
  'accounts that order everything and pay nothing': hostageTaking,
  'reviews by 300 fresh accounts': reviewFlood,
  'mails to one mailbox': mailFlood,
  'documents for one customer and for 200': documentFlood,
  'exports of poisoned texts': poisonedTexts,
  'one code and one return from Google, replayed': replays,
}

for (const [name, prepare] of Object.entries(attacks))
  test(`others, while: ${name}`, async ({ task, skip }) => {
    if (process.platform !== 'linux') return skip('only Linux lets a client choose its loopback address')
    const shop = await startShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }, onShopsCores)
    onTestFinished(shop.stop)
    takeAway(shop.sandbox())
    const place = await preparePlace(shop)
    onTestFinished(place.close)
    const early = await prepareOthers(place, { name: 'early', part: WARM_UP_PART })
    const others = await prepareOthers(place)
    const attack = await prepare?.(place)
    // Spread among the others, in the order in which they were named.
    const also = (attack?.others ?? []).map((visit, index, { length }) => ({
      ...visit,
      due: (index + 0.5) / length,
    }))
    const visits = [...others.visits, ...also].sort((one, other) => one.due - other.due)

    // What attackers find is a shop that has been open for a while: its code is compiled and its connections are there.
    await comeAndGo(place, early.visits, SECONDS * WARM_UP_PART)
    const [answered, got = { broken: 0 }] = await Promise.all([
      comeAndGo(place, visits, SECONDS),
      attack && startAttack({ ...attack.assault, port: shop.port, seconds: SECONDS }),
    ])
    const { refused, late, figures, refusals } = judge(answered)
    const { failed: found = 0, remark: finding } = (await attack?.audit?.()) ?? {}
    const lost = await others.lost()
    const reached = Object.entries(got).some(([status, count]) => status !== 'broken' && count > 0)
    expect(reached, 'the shop has answered attackers').toBe(attack !== undefined)
    const counts = Object.entries(got)
      .filter(([, count]) => count > 0)
      .map(([status, count]) => `${count} × ${status}`)
    const remark = [
      `others’ p50/p99/max ms: ${figures}`,
      refusals && `refused: ${refusals}`,
      late > 0 && `${late} too late`,
      counts.length > 0 && `attackers got ${counts.join(', ')}`,
      finding,
      !isApart && 'all on one core',
    ]
      .filter(Boolean)
      .join('; ')
    console.log(`${name}: ${remark}`)
    report(task, { check: task.name, tried: answered.length, failed: refused + late + found, lost, remark })
    expect({ refused, late, found, lost }, remark).toEqual({ refused: 0, late: 0, found: 0, lost: 0 })
  })
