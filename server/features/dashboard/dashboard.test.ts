import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { balanceOf } from '#server/features/orders/ledger/balance.ts'
import {
  inHours,
  makeDigitalTicket,
  makeEvent,
  makeRoom,
  makeSale,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const HOUR = 3_600_000
const total = (parts: { profit: number }[]) => parts.reduce((sum, { profit }) => sum + profit, 0)

describe.each(databaseNames)('proceeds on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  const proceeds = (query = {}, user: string | null = 'aoi') =>
    world.as(user)(dashboard.getProceeds, { query })
  const sale = (net: number, settled_at: string, row = {}) =>
    makeSale(world, { buyer_id: 'fan', seller_id: 'aoi', net, settled_at, ...row })
  const payout = (amount: number, state: 'in_transit' | 'paid' | 'failed', id: string) =>
    world.add('payout', {
      id,
      owner_id: 'aoi',
      payout_ref: null,
      amount,
      state,
      created_at: inHours(world, -1),
      arrived_at: null,
    })

  it.each([
    { what: 'a visitor', user: null, query: {}, status: 401 },
    {
      what: 'a term that ends before it starts',
      user: 'aoi',
      query: { start: '2026-11-02', end: '2026-11-01' },
      status: 422,
    },
    {
      what: 'a term of more than a year',
      user: 'aoi',
      query: { start: '2025-11-19', end: '2026-11-20' },
      status: 422,
    },
    { what: 'a day that is none', user: 'aoi', query: { start: '2026-02-30' }, status: 422 },
    { what: 'a day of the year 0', user: 'aoi', query: { end: '0000-01-03' }, status: 422 },
    { what: 'the last day there is', user: 'aoi', query: { end: '9999-12-31' }, status: 422 },
  ])('refuses $what with $status', async ({ user, query, status }) => {
    await expect(proceeds(query, user)).rejects.toMatchObject({ status })
  })

  it('handle leap days and month ends (35)', async () => {
    await sale(1, '2024-02-28T14:59:59.999Z')
    await sale(20, '2024-02-28T15:00:00.000Z')
    await sale(300, '2024-02-29T14:59:59.999Z')
    await sale(4_000, '2024-02-29T15:00:00.000Z')
    const { term } = await proceeds({ start: '2024-02-28', end: '2024-03-01' })
    expect(term.days).toEqual([
      { date: '2024-02-28', profit: 1 },
      { date: '2024-02-29', profit: 320 },
      { date: '2024-03-01', profit: 4_000 },
    ])
  })

  it('accept a period of 366 days (35)', ruleOn(database), async () => {
    const { term } = await proceeds({ start: '2025-11-20', end: '2026-11-20' })
    expect(term.days).toHaveLength(366)
  })

  it('are zero without sales, and never include another seller’s', ruleOn(database), async () => {
    await sale(800, inHours(world, 0))
    expect(await proceeds({}, 'fan')).toMatchObject({
      sum: { profit: 0 },
      term: { start: '2026-11-14', end: '2026-11-20', profit: 0 },
      balance: { held: 0, available: 0, in_transit: 0, paid: 0, blocked: [] },
    })
  })

  it('change the day at midnight in Japan (35)', async () => {
    await sale(1, '2026-11-18T14:59:59.999Z')
    await sale(20, '2026-11-18T15:00:00.000Z')
    await sale(300, '2026-11-19T14:59:59.999Z')
    await sale(4_000, '2026-11-19T15:00:00.000Z')
    await sale(50_000, '2026-11-13T15:00:00.000Z')
    await sale(600_000, '2026-11-13T14:59:59.999Z')
    expect(await proceeds()).toMatchObject({
      sum: { profit: 654_321 },
      today: { profit: 4_000 },
      yesterday: { profit: 320 },
      seven_days: { profit: 54_321 },
    })
    const { term } = await proceeds({ start: '2026-11-13', end: '2026-11-13' })
    expect(term).toMatchObject({ profit: 600_000, days: [{ date: '2026-11-13', profit: 600_000 }] })
  })

  it('hold ticket money until three days after the event', ruleOn(database), async () => {
    const over = { start_at: inHours(world, -80), end_at: inHours(world, -72) }
    await makeEvent(world, 'room-aoi', { id: 'over', ...over })
    await makeEvent(world, 'room-aoi', { id: 'just', ...over, end_at: inHours(world, -71.99) })
    await makeDigitalTicket(world, 'room-aoi', { id: 'door' })
    await sale(1, inHours(world, -90), { kind: 'event', subject_id: 'over' })
    await sale(20, inHours(world, -90), { kind: 'event', subject_id: 'just' })
    await sale(300, inHours(world, -90), { kind: 'digital_ticket', subject_id: 'door' })
    await sale(4_000, inHours(world, -90))
    expect((await proceeds()).balance).toMatchObject({ held: 320, available: 4_001 })
    world.clock.move(HOUR)
    expect((await proceeds()).balance).toMatchObject({ held: 300, available: 4_021 })
  })

  it('subtract payouts, in transit too, but not returned ones', async () => {
    await sale(10_000, inHours(world, -90))
    await payout(3_000, 'paid', 'p1')
    await payout(2_000, 'in_transit', 'p2')
    await payout(1_000, 'failed', 'p3')
    expect((await proceeds()).balance).toEqual({
      held: 0,
      available: 5_000,
      in_transit: 2_000,
      paid: 3_000,
      blocked: [],
      unbooked: 0,
    })
  })

  it('set pending refunds aside, with the reason', ruleOn(database), async () => {
    const order_id = await sale(10_000, inHours(world, -90), { amount: 12_000 })
    await world.add('refund', {
      id: 'r',
      order_id,
      amount: 1_200,
      ends_right: 0,
      reason: 'owner',
      state: 'open',
      refund_ref: null,
      created_at: inHours(world, 0),
      done_at: null,
    })
    expect((await proceeds()).balance).toMatchObject({
      available: 8_800,
      blocked: [{ amount: 1_200, reason: '返金の手続き中です' }],
    })
  })

  it('are held while the account is blocked', ruleOn(database), async () => {
    await sale(10_000, inHours(world, -90))
    const reasons = '["停止しています。"]'
    await makeSeller(world, 'aoi', { state: 'blocked', reasons, charges_enabled: 0 })
    expect((await proceeds()).balance).toMatchObject({
      available: 0,
      blocked: [{ amount: 10_000, reason: '停止しています。' }],
    })
  })

  it('sum to the ledger for sales across months and midnights (35)', async () => {
    const hours = fc.array(
      fc.record({
        net: fc.integer({ min: -5_000, max: 5_000 }),
        hour: fc.integer({ min: 1, max: 1_400 }),
      }),
      { minLength: 1, maxLength: 25 },
    )
    let round = 0
    await fc.assert(
      fc.asyncProperty(hours, async (sales) => {
        const seller_id = `seller${++round}`
        await makeUser(world, seller_id)
        for (const { net, hour } of sales)
          await makeSale(world, {
            buyer_id: 'fan',
            seller_id,
            net,
            amount: 9_000,
            settled_at: inHours(world, -hour / 2),
          })
        const ledger = sales.reduce((sum, { net }) => sum + net, 0)
        const seen = await proceeds({ start: '2026-10-01', end: '2026-11-20' }, seller_id)
        expect(seen.sum.profit).toBe(ledger)
        expect([seen.term.profit, total(seen.term.days)]).toEqual([ledger, ledger])
        expect(total(seen.term.days.slice(-7))).toBe(seen.seven_days.profit)
        expect(seen.term.days.slice(-2).map(({ profit }) => profit)).toEqual([
          seen.yesterday.profit,
          seen.today.profit,
        ])
      }),
      { numRuns: 12 },
    )
  })
})

it('lose no yen between the parts of a balance', () => {
  const yen = fc.integer({ min: 0, max: 1_000_000 })
  const account = fc.constantFrom('none', 'review', 'more_needed', 'ready', 'blocked')
  fc.assert(
    fc.property(
      yen,
      yen,
      yen,
      yen,
      yen,
      account,
      (earned, held, refunding, inTransit, paid, state) => {
        const parts = balanceOf({
          earned,
          held,
          refunding,
          unbooked: 0,
          inTransit,
          paid,
          account: state as 'ready',
          reasons: [],
        })
        const blocked = parts.blocked.reduce((sum, { amount }) => sum + amount, 0)
        expect(parts.held + parts.available + parts.in_transit + parts.paid + blocked).toBe(earned)
      },
    ),
  )
})
