import { afterEach, describe, expect, it } from 'vitest'
import { orders } from '#contract/orders/calls.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createGroup, type Group } from './testing/stage.ts'

const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length

describe.each(databaseNames)('a race for seats of companions on %s', (database) => {
  let group: Group
  afterEach(async () => {
    await group.isExact()
    await group.world.close()
  })

  it('of two buyers who want two of the last three: one gets both, and none is split', async () => {
    group = await createGroup(database, { capacity: 3 })
    const both = await Promise.allSettled([group.start('ann', 2), group.start('bob', 2)])
    expect(fulfilled(both)).toBe(1)
    expect(await group.taken()).toBe(2)
    // The hold ends unpaid: both seats are free again, once.
    group.world.clock.move(16 * 60_000)
    await group.world.sweep()
    expect(await group.taken()).toBe(0)
  })

  it('of two people who open one link: one has the ticket', async () => {
    group = await createGroup(database)
    await group.buy('ann', 2)
    const secret = await group.link('ann')
    const both = await Promise.allSettled(['bob', 'cat'].map((who) => group.accept(who, secret)))
    expect(fulfilled(both)).toBe(1)
    expect(await group.taken()).toBe(2)
    expect(await group.statesOf('ann')).toEqual(['accepted'])
  })

  it('of one person who opens two links: one ticket', async () => {
    group = await createGroup(database)
    await group.buy('ann', 3)
    const secrets = [await group.link('ann', 0), await group.link('ann', 1)]
    const both = await Promise.allSettled(secrets.map((secret) => group.accept('bob', secret)))
    expect(fulfilled(both)).toBe(1)
    expect(await group.issued('bob')).toHaveLength(1)
  })

  it('of a refund and an acceptance: no ticket and no seat remains', async () => {
    group = await createGroup(database)
    await group.buy('ann', 2)
    const secret = await group.link('ann')
    const [sale] = (await group.world.as('aoi')(orders.listSales, { query: {} })).items
    const refund = group.world.as('aoi')(orders.refund, { params: { id: sale!.id } })
    await Promise.allSettled([refund, group.accept('bob', secret)])
    await group.world.deliver()
    expect(await group.taken()).toBe(0)
    const valid = (await group.issued('bob')).filter(({ status }) => status === 'valid')
    expect(valid).toEqual([])
  })

  it('of a door and an acceptance: the seat is used once, whoever was faster', async () => {
    group = await createGroup(database)
    await group.buy('ann', 2)
    const secret = await group.link('ann')
    const gate = await claimGatePhone(group.world, 'night', '正面')
    const { plan } = await gate.prepare()
    const [companion] = plan.tickets[0]!.companions!
    await gate.write('admit', companion!.hash)
    await Promise.allSettled([gate.send(), group.accept('bob', secret)])
    const [state] = await group.statesOf('ann')
    const [theirs] = await group.issued('bob')
    if (state === 'accepted') expect(theirs!.status).toBe('used')
    else {
      expect(state).toBe('admitted')
      expect(theirs).toBeUndefined()
    }
    expect(await group.taken()).toBe(2)
  })
})
