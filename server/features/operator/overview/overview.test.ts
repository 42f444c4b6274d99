import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { operatorOverview } from '#contract/operator/overview/calls.ts'
import { reports } from '#contract/reports/calls.ts'
import { makeEvent, makeRoom, makeSale, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NOTHING = {
  reports: 0,
  disclosures: 0,
  takedowns: 0,
  refunds: 0,
  disputes: 0,
  warnings: 0,
  work: 0,
  differences: 0,
  reconciliation: 0,
}

describe.each(databaseNames)('overview of the admin pages on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeUser(world, 'admin', { role: 'operator' })
  })
  afterEach(() => world.close())

  const look = () => world.as('admin')(operatorOverview.getOverview, {})

  it('shows the operator, and no pending tasks', async () => {
    expect((await look()).todo).toEqual(NOTHING)
    await makeEvent(world, 'room-aoi', { publishment_flg: 1 })
    expect((await look()).all).toEqual({ people: 3, rooms: 1, on_air: 1 })
  })

  it('counts pending tasks', async () => {
    const body = { kind: 'room', id: 'aoi', reason: '詐欺です' } as const
    await world.as('fan')(reports.report, { body })
    const order_id = await makeSale(world, { buyer_id: 'fan', seller_id: 'aoi' })
    const refund = {
      order_id,
      attempt_id: null,
      amount: 100,
      reason: 'seller',
      ends_right: 0,
      asked_by: null,
      refund_ref: null,
      created_at: world.clock.now().toISOString(),
      done_at: null,
    } as const
    await world.add('refund', { ...refund, id: 'back', state: 'failed' })
    await world.add('refund', { ...refund, id: 'young', state: 'open' })
    expect((await look()).todo).toEqual({ ...NOTHING, reports: 1, refunds: 1 })
    world.clock.move(2 * HOUR_MS)
    expect((await look()).todo.refunds).toBe(2)
  })

  it('begins the day at midnight in Japan', async () => {
    await makeSale(world, { buyer_id: 'fan', seller_id: 'aoi', amount: 1_000, net: 900 })
    const known = { sales: 1_000, platform_fee: 100 }
    expect((await look()).today).toMatchObject({ ...known, unbooked: 0 })
    world.clock.move(DAY_MS)
    expect((await look()).today).toEqual({
      ...{ people: 0, sales: 0, platform_fee: 0, unbooked: 0 },
    })
  })

  it('shows each of the last fourteen days', async () => {
    await makeSale(world, { buyer_id: 'fan', seller_id: 'aoi', amount: 1_000, net: 900 })
    world.clock.move(DAY_MS)
    const body = { kind: 'room', id: 'aoi', reason: '詐欺です' } as const
    await world.as('fan')(reports.report, { body })
    const { trend } = await look()
    expect(trend).toHaveLength(14)
    const none = { people: 0, sales: 0, platform_fee: 0, reports: 0 }
    expect(trend!.slice(-3)).toMatchObject([
      { date: '2026-11-19', ...none },
      { date: '2026-11-20', ...none, people: 3, sales: 1_000, platform_fee: 100 },
      { date: '2026-11-21', ...none, reports: 1 },
    ])
  })
})
