import { afterEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { databaseNames } from '#server/testing/names.ts'
import { PEOPLE } from '../types/testing/stage.ts'
import { type Coded, createCoded } from './testing/stage.ts'

const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const DAY = 24 * 3_600_000

describe.each(databaseNames)('the count of a code on %s', (database) => {
  let stage: Coded
  afterEach(async () => {
    await stage.isExactlyCounted()
    await stage.world.close()
  })
  const race = (step: (user: string) => Promise<unknown>) =>
    Promise.allSettled(PEOPLE.map(step)).then(fulfilled)

  it('is exact in a race for its last seats, paid or free', async () => {
    stage = await createCoded(database)
    await stage.make({ seats: 3 })
    expect(await race((user) => stage.start(user, { code: 'HARU', seats: 2 }))).toBe(1)
    expect(await stage.taken()).toBe(2)
    await stage.make({ code: 'NATSU', percent: 100, seats: 1 })
    expect(await race((user) => stage.take(user, { code: 'NATSU' }))).toBe(1)
    expect(await stage.taken()).toBe(1)
  })

  it('counts one purchase of two tabs once, and of another code anew', async () => {
    stage = await createCoded(database)
    await stage.make({ seats: 1 })
    const both = { code: 'HARU' }
    await Promise.allSettled([stage.start('ann', both), stage.start('ann', both)])
    expect(await stage.taken()).toBe(1)
    // A repeated press finds its own order, though the code is used up by it.
    await stage.start('ann', both)
    expect((await stage.orders()).map(({ state }) => state)).toEqual(['open'])
    await stage.start('ann', {})
    expect(await stage.taken()).toBe(0)
    expect((await stage.orders()).map(({ amount, state }) => [amount, state])).toEqual([
      [4_000, 'failed'],
      [5_000, 'open'],
    ])
    await stage.start('bob', both)
    expect(await stage.taken()).toBe(1)
  })

  it('is given back when a hold lapses, and taken again by a late payment if it is left', async () => {
    stage = await createCoded(database)
    await stage.make({ seats: 1 })
    const pay = await stage.payLate('ann', { code: 'HARU' })
    expect(await stage.taken()).toBe(0)
    await pay()
    expect(await stage.taken()).toBe(1)
    expect(await stage.issued('ann')).toHaveLength(1)
  })

  it('lets a late payment be refunded that finds the code used up', async () => {
    stage = await createCoded(database)
    stage.world.payments.bookAtOnce()
    await stage.make({ seats: 1 })
    const pay = await stage.payLate('ann', { code: 'HARU' })
    await stage.buy('bob', { code: 'HARU' })
    await expect(pay()).rejects.toMatchObject({ status: 410 })
    await stage.world.deliver()
    expect(await stage.taken()).toBe(1)
    expect((await stage.orders()).map(({ state }) => state)).toEqual(['refunded', 'settled'])
    expect(await stage.issued('ann')).toEqual([])
  })

  it('is given back when a payment number lapses, and when it is given up', async () => {
    stage = await createCoded(database)
    await stage.make({ seats: 2 })
    await stage.start('ann', { code: 'HARU', method: 'konbini' })
    const { voucher } = await stage.start('bob', { code: 'HARU', method: 'konbini' })
    expect(await stage.taken()).toBe(2)
    await stage.world.as('bob')(vouchers.cancelVoucher, { params: { id: voucher!.id } })
    expect(await stage.taken()).toBe(1)
    stage.world.clock.move(4 * DAY)
    await stage.world.sweep()
    expect(await stage.taken()).toBe(0)
  })

  it('is given back when a payment is refunded, as its buyer got the ticket otherwise', async () => {
    stage = await createCoded(database)
    await stage.make({ seats: 1 })
    const { paymentIntent } = await stage.start('ann', { code: 'HARU' })
    await stage.owner()(tickets.giveTicket, { params: stage.params, body: { name: 'ann' } })
    await expect(stage.finish('ann', paymentIntent.id)).rejects.toMatchObject({ status: 410 })
    expect(await stage.taken()).toBe(0)
  })

  it('is exact in a race between a buyer and an owner who stops it', async () => {
    stage = await createCoded(database)
    const { id } = await stage.make()
    await Promise.allSettled([stage.start('ann', { code: 'HARU' }), stage.stop(id, true)])
    expect(await stage.taken()).toBe((await stage.orders()).length)
    await expect(stage.start('bob', { code: 'HARU' })).rejects.toMatchObject({ status: 422 })
  })
})
