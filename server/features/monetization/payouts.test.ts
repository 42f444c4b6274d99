import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { DAY_MS, WEEK_MS } from '#contract/lib/durations.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { HELD_AT_MOST_DAYS } from '#contract/payouts/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  inHours,
  makeEvent,
  makeRoom,
  makeSale,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { lastPayoutDay, nextPayoutDay } from './payout-day.ts'

const YEAR_MS = 52 * WEEK_MS

describe('payout day', () => {
  it('is each Friday in JST', () => {
    expect(lastPayoutDay(new Date('2026-11-19T14:59:59.999Z'))).toBe('2026-11-13')
    expect(lastPayoutDay(new Date('2026-11-19T15:00:00.000Z'))).toBe('2026-11-20')
    expect(lastPayoutDay(new Date('2026-11-26T14:59:59.999Z'))).toBe('2026-11-20')
  })

  it('is today until it was handled', () => {
    const friday = new Date('2026-11-20T03:00:00.000Z')
    expect(nextPayoutDay(friday, null)).toBe('2026-11-20')
    expect(nextPayoutDay(friday, '2026-11-13')).toBe('2026-11-20')
    expect(nextPayoutDay(friday, '2026-11-20')).toBe('2026-11-27')
    expect(nextPayoutDay(new Date('2026-11-21T03:00:00.000Z'), null)).toBe('2026-11-27')
  })
})

describe.each(databaseNames)('payouts on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeSeller(world, 'aoi')
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const sold = (net: number, more: Partial<Parameters<typeof makeSale>[1]> = {}) =>
    makeSale(world, { buyer_id: 'fan', seller_id: 'aoi', net, amount: net + 100, ...more })
  const atProvider = (amount: number) => world.payments.sellers.setAvailable('acct_aoi', amount)
  const balance = async () => (await world.as('aoi')(dashboard.getProceeds, {})).balance
  const list = (user = 'aoi') => world.as(user)(payouts.listPayouts, {})
  /** Titles of the seller's list of notifications, newest first. */
  const listed = async () =>
    (await world.as('aoi')(notifications.listNotifications, { query: {} })).items.map(
      ({ title }) => title,
    )
  async function notify(ref: string, account = 'acct_aoi') {
    await world.sendEvent({ kind: 'payout', ref, type: 'payout.paid', account })
    await world.deliver()
  }
  /** Every movement sums to zero, and every yen earned is in exactly one account. */
  async function expectOrder() {
    const entries = await table('ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    const left = entries.filter(({ account }) => account === 'payout')
    const out = (await table('payout')).filter(
      ({ state }) => state === 'in_transit' || state === 'paid',
    )
    const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
    expect(sum(left)).toBe(sum(out))
    const { held, available, in_transit, paid, blocked } = await balance()
    const { sum: earned } = await world.as('aoi')(dashboard.getProceeds, {})
    expect(held + available + in_transit + paid + sum(blocked)).toBe(earned.profit)
  }
  const only = async () => (await table('payout'))[0]!

  it('send the available balance once a week and follow it to the bank', async () => {
    await sold(5_000)
    atProvider(5_000)
    expect((await list()).next).toEqual({ day: '2026-11-20', amount: 5_000 })
    for (const _ of [1, 2]) await world.notifySellers()
    expect(await table('payout')).toMatchObject([{ amount: 5_000, state: 'in_transit' }])
    expect(await balance()).toMatchObject({ available: 0, in_transit: 5_000, paid: 0 })
    expect((await list()).next).toEqual({ day: '2026-11-27', amount: 0 })
    await expectOrder()
    const { payout_ref: ref } = await only()
    world.payments.sellers.settle(ref!, 'paid')
    for (const _ of [1, 2]) await notify(ref!)
    // Money that becomes available meanwhile waits for the next Friday.
    await sold(300)
    atProvider(300)
    await world.notifySellers()
    expect(await table('payout')).toHaveLength(1)
    expect(await balance()).toMatchObject({ available: 300, in_transit: 0, paid: 5_000 })
    expect(await listed()).toEqual(['売上を振り込みました'])
    expect(await list()).toMatchObject({
      payouts: [{ state: 'paid', amount: 5_000, reason: null }],
    })
    expect((await list('fan')).payouts).toEqual([])
    await expectOrder()
  })

  it('hold ticket money until three days after the event', ruleOn(database), async () => {
    await makeEvent(world, 'room-aoi', { id: 'night', end_at: inHours(world, 26) })
    await sold(3_000, { kind: 'event', subject_id: 'night' })
    await sold(1_000)
    atProvider(4_000)
    await world.notifySellers()
    expect(await table('payout')).toMatchObject([{ amount: 1_000 }])
    world.clock.move(WEEK_MS)
    await world.notifySellers()
    expect((await table('payout')).map(({ amount }) => amount)).toEqual([1_000, 3_000])
    await expectOrder()
  })

  it(
    'hold no ticket money longer than the provider may, although its event was moved',
    ruleOn(database),
    async () => {
      await makeEvent(world, 'room-aoi', { id: 'night', end_at: inHours(world, 300 * 24) })
      const order_id = await sold(3_000, { kind: 'event', subject_id: 'night' })
      atProvider(3_000)
      world.clock.move(HELD_AT_MOST_DAYS * DAY_MS - 1)
      await world.notifySellers()
      expect(await table('payout')).toEqual([])
      expect(await balance()).toMatchObject({ held: 3_000, available: 0 })
      world.clock.move(1)
      expect(await balance()).toMatchObject({ held: 0, available: 3_000 })
      // A refund of it blocks what may be paid out.
      const owed = { order_id, attempt_id: null, amount: 1_000, reason: 'owner', state: 'open' }
      const dates = { created_at: inHours(world, 0), refund_ref: null, done_at: null }
      await world.add('refund', { ...owed, ...dates, id: 'r1' } as never)
      expect(await balance()).toMatchObject({ available: 2_000 })
      world.clock.move(WEEK_MS)
      await world.notifySellers()
      expect(await table('payout')).toMatchObject([{ amount: 2_000 }])
      // 90 days at most: the sale, the hold, and a week to the next payout.
      expect(HELD_AT_MOST_DAYS * DAY_MS + WEEK_MS).toBe(90 * DAY_MS)
      await expectOrder()
    },
  )

  it(
    'send neither more than the provider holds nor what is due as refunds',
    ruleOn(database),
    async () => {
      await sold(5_000)
      const order_id = await sold(2_000, { amount: 2_100 })
      const owed = { order_id, attempt_id: null, amount: 2_100, reason: 'owner', state: 'open' }
      await world.add('refund', {
        ...owed,
        id: 'r1',
        refund_ref: null,
        created_at: inHours(world, 0),
        done_at: null,
      } as never)
      atProvider(4_000)
      await world.notifySellers()
      expect(await table('payout')).toMatchObject([{ amount: 1_900 }])
      await expectOrder()
    },
  )

  it(
    'send nothing without a balance, or to an account with payouts disabled',
    ruleOn(database),
    async () => {
      await world.notifySellers()
      await makeRoom(world, 'sae')
      await makeSeller(world, 'sae', { payouts_enabled: 0, state: 'review' })
      await makeSale(world, { buyer_id: 'fan', seller_id: 'sae' })
      world.payments.sellers.setAvailable('acct_sae', 800)
      await world.notifySellers()
      expect(await table('payout')).toEqual([])
      expect((await list('sae')).next).toBeNull()
    },
  )

  it('are stored before the request, so that a lost answer or an outage loses no money', async () => {
    await sold(5_000)
    atProvider(5_000)
    world.payments.loseNext('payOut')
    await world.notifySellers()
    expect(await table('payout')).toMatchObject([{ state: 'started', payout_ref: null }])
    expect(await balance()).toMatchObject({ available: 0, in_transit: 5_000 })
    await world.notifySellers()
    expect(await table('payout')).toMatchObject([{ state: 'in_transit' }])
    expect(world.payments.payoutRefs.length).toBe(1)
    await expectOrder()
  })

  it.each([
    ['was made', true, 'in_transit'],
    ['was never made', false, 'failed'],
  ])(
    'are looked up once the idempotency key has expired: the payout %s',
    async (_, isCreated, state) => {
      await sold(5_000)
      atProvider(5_000)
      if (isCreated) world.payments.loseNext('payOut')
      else world.payments.cutNext('payOut')
      await world.notifySellers()
      world.clock.move(DAY_MS)
      await world.notifySellers()
      expect(await table('payout')).toMatchObject([{ state }])
      expect(world.payments.payoutRefs.length).toBe(isCreated ? 1 : 0)
      await expectOrder()
    },
  )

  it.each([
    ['by notice', 'paid', (ref: string) => notify(ref)],
    [
      'by looking, where the notice is lost',
      'in_transit',
      async () => {
        world.clock.move(DAY_MS)
        await world.notifySellers()
        await world.deliver()
      },
    ],
  ])(
    'are reversed when the bank refuses, with an email, and sent again: %s',
    async (_, was, receiveEvents) => {
      await sold(5_000)
      atProvider(5_000)
      await world.notifySellers()
      const { payout_ref: ref } = await only()
      // A bank may return a payout days after the provider reported it as paid.
      if (was === 'paid') {
        world.payments.sellers.settle(ref!, 'paid')
        await notify(ref!)
      }
      expect(await only()).toMatchObject({ state: was })
      world.payments.sellers.settle(ref!, 'failed')
      await receiveEvents(ref!)
      expect(await balance()).toMatchObject({ available: 5_000, paid: 0, in_transit: 0 })
      expect((await listed())[0]).toBe('売上を振り込めませんでした')
      expect(world.mail.sent).toMatchObject([
        { to: 'aoi@room.test', subject: expect.stringContaining('振り込めませんでした') },
      ])
      expect((await list()).payouts).toMatchObject([
        { state: 'failed', reason: expect.stringContaining('口座') },
      ])
      await expectOrder()
      world.clock.move(WEEK_MS)
      await world.notifySellers()
      expect((await table('payout')).map(({ state }) => state)).toEqual(['failed', 'in_transit'])
      await expectOrder()
    },
  )

  it(
    'are sent next Friday although the clock was a year ahead at the last one (72)',
    ruleOn(database),
    async () => {
      await sold(5_000)
      atProvider(5_000)
      world.clock.move(YEAR_MS)
      await world.notifySellers()
      world.clock.move(-YEAR_MS)
      await sold(3_000)
      atProvider(3_000)
      world.clock.move(WEEK_MS)
      await world.notifySellers()
      expect((await table('payout')).map(({ amount }) => amount).sort()).toEqual([3_000, 5_000])
      world.payments.sellers.settle((await only()).payout_ref!, 'paid')
      await world.notifySellers()
      expect((await table('payout')).map(({ state }) => state).sort()).toEqual([
        'in_transit',
        'paid',
      ])
      await expectOrder()
    },
  )

  it.each([
    ['was made', true],
    ['was never made', false],
  ])(
    'are looked up before a retry when the clock was ahead at the start: the payout %s (72)',
    async (_, isCreated) => {
      await sold(5_000)
      atProvider(5_000)
      world.clock.move(YEAR_MS)
      if (isCreated) world.payments.loseNext('payOut')
      else world.payments.cutNext('payOut')
      await world.notifySellers()
      world.clock.move(-YEAR_MS)
      world.payments.cutNext('searchPayout')
      await world.notifySellers()
      expect(await only()).toMatchObject({ state: 'started' })
      await world.notifySellers()
      expect(await table('payout')).toMatchObject([{ state: 'in_transit' }])
      expect(world.payments.payoutRefs.length).toBe(1)
      await expectOrder()
    },
  )

  it('stay failed whatever event comes later', ruleOn(database), async () => {
    await sold(5_000)
    atProvider(5_000)
    await world.notifySellers()
    const { payout_ref: ref } = await only()
    world.payments.sellers.settle(ref!, 'failed')
    await notify(ref!)
    world.payments.amend('payout', ref!, { status: 'paid' })
    await notify(ref!)
    expect(await table('payout')).toMatchObject([{ state: 'failed' }])
    await expectOrder()
  })

  it(
    'include manual ones from the provider’s dashboard, booked once',
    ruleOn(database),
    async () => {
      await sold(5_000)
      atProvider(5_000)
      const ref = world.payments.sellers.payOutByHand('acct_aoi', 700)
      for (const _ of [1, 2]) await notify(ref)
      expect(await balance()).toMatchObject({ available: 4_300, in_transit: 700 })
      await expectOrder()
    },
  )

  it(
    'are visible to their seller only, and ignore events of other accounts',
    ruleOn(database),
    async () => {
      await sold(5_000)
      atProvider(5_000)
      await world.notifySellers()
      const { payout_ref: ref } = await only()
      world.payments.sellers.settle(ref!, 'paid')
      await notify(ref!, 'acct_other')
      expect(await table('payout')).toMatchObject([{ state: 'in_transit' }])
    },
  )

  it('are sent once when two processes run concurrently', async () => {
    await sold(5_000)
    atProvider(5_000)
    await Promise.all([world.notifySellers(), world.notifySellers()])
    expect(await table('payout')).toHaveLength(1)
    await expectOrder()
  })

  it('account for every yen in any order of events', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('sell' as const), net: fc.integer({ min: 1, max: 9_999 }) }),
      fc.record({ do: fc.constant('ticket' as const), net: fc.integer({ min: 1, max: 9_999 }) }),
      fc.record({ do: fc.constant('refund' as const), net: fc.integer({ min: 1, max: 5_000 }) }),
      fc.record({ do: fc.constantFrom('week', 'lose', 'paid', 'failed'), net: fc.constant(0) }),
    )
    let lastId = 0
    const rounds = { numRuns: database === 'sqlite' ? 15 : 6 }
    const history = fc.array(step, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        for (const { do: what, net } of steps) {
          const lies = world.payments.sellers.available('acct_aoi')
          if (what === 'sell') await sold(net)
          if (what === 'ticket') {
            const id = `e${++lastId}`
            await makeEvent(world, 'room-aoi', { id, end_at: inHours(world, 24) })
            await sold(net, { kind: 'event', subject_id: id })
          }
          if (what === 'sell' || what === 'ticket') atProvider(lies + net)
          if (what === 'refund') {
            const order_id = await sold(net)
            await world.add('refund', {
              id: `r${++lastId}`,
              order_id,
              attempt_id: null,
              amount: net,
              reason: 'owner',
              state: 'open',
              refund_ref: null,
              created_at: inHours(world, 0),
              done_at: null,
            } as never)
          }
          if (what === 'week' || what === 'lose') {
            if (what === 'lose') world.payments.loseNext('payOut')
            world.clock.move(WEEK_MS)
            await world.notifySellers()
          }
          const last = (await table('payout')).findLast(({ payout_ref }) => payout_ref !== null)
          if (last && (what === 'paid' || what === 'failed') && last.state === 'in_transit') {
            world.payments.sellers.settle(last.payout_ref!, what)
            await notify(last.payout_ref!)
          }
          await expectOrder()
        }
      }),
      rounds,
    )
  })
})
