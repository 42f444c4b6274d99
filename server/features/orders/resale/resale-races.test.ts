import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RESALE_BEING_PAID } from '#contract/resale/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { findAttemptByIntent } from '../checkout/payment-attempt-queries.ts'
import { sync } from '../checkout/payment-outcome.ts'
import { sweep } from './deadline.ts'
import { createStage, PRICE, type Stage } from './testing/stage.ts'

describe.each(databaseNames)('races for a listed ticket on %s', (database) => {
  let stage: Stage

  beforeEach(async () => {
    stage = await createStage(database, 'digital_ticket')
    await stage.buy('ann')
    await stage.list('ann')
  })
  afterEach(() => stage.world.close())

  /** The doors are open; the deadline of 公式リセール is the start. */
  const openDoors = () => stage.world.clock.move(23 * 3_600_000)
  const refunded = async () => {
    await stage.world.deliver()
    return stage.world.payments.refunds.map(({ amount }) => amount)
  }
  const outcome = async () => (await readTable(stage.world.db, 'resale'))[0]!.outcome
  const fulfilled = (all: PromiseSettledResult<unknown>[]) => all.map(({ status }) => status)

  it('used first: the person who is paying is refused and refunded', async () => {
    openDoors()
    const ticket = await stage.ticketOf('ann')
    const paying = await stage.start('bob')
    await stage.tear('ann', ticket.id)
    expect(await outcome()).toBe('used')
    await stage.expectExact()
    stage.world.payments.confirm(paying)
    await expect(stage.finish('bob', paying)).rejects.toMatchObject({ status: 410 })
    expect(await stage.holders()).toEqual(['ann'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('used first: a person who waits, and was paying, is next again', async () => {
    await stage.withdraw('ann')
    await stage.wait('bob')
    await stage.list('ann')
    await stage.world.serveWaiting()
    openDoors()
    const ticket = await stage.ticketOf('ann')
    await stage.start('bob')
    await stage.tear('ann', ticket.id)
    expect(await stage.waitOf('bob')).toMatchObject({ state: 'waiting', place: 1 })
    await stage.expectExact()
  })

  it('paid first: the ticket is refused at the door', async () => {
    openDoors()
    const ticket = await stage.ticketOf('ann')
    await stage.buy('bob')
    await expect(stage.tear('ann', ticket.id)).rejects.toMatchObject({ status: 409 })
    expect(await stage.holders()).toEqual(['bob'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('used first, and paid late: the payment takes the next ticket that is listed', async () => {
    openDoors()
    const ticket = await stage.ticketOf('ann')
    await stage.world.db.updateTable('digital_ticket').set({ capacity: 2 }).execute()
    await stage.buy('cat')
    const paying = await stage.start('bob')
    await stage.tear('ann', ticket.id)
    await stage.list('cat')
    await stage.pay('bob', paying)
    expect(await stage.holders()).toEqual(['ann', 'bob'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('used and paid at once: one of both holds', async () => {
    openDoors()
    const ticket = await stage.ticketOf('ann')
    const paying = await stage.start('bob')
    stage.world.payments.confirm(paying)
    const both = fulfilled(
      await Promise.allSettled([stage.tear('ann', ticket.id), stage.finish('bob', paying)]),
    )
    expect(both.sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('is not taken back while it is paid; afterwards it is', async () => {
    const paying = await stage.start('bob')
    await expect(stage.withdraw('ann')).rejects.toMatchObject({
      status: 409,
      message: RESALE_BEING_PAID,
    })
    stage.world.clock.move(16 * 60_000)
    await stage.world.sweep()
    await stage.withdraw('ann')
    stage.world.payments.confirm(paying)
    await expect(stage.finish('bob', paying)).rejects.toThrow()
    expect(await stage.holders()).toEqual(['ann'])
    await stage.expectExact()
  })

  it('taken back and bought at once: one of both holds', async () => {
    const both = fulfilled(await Promise.allSettled([stage.withdraw('ann'), stage.start('bob')]))
    expect(both.sort()).toEqual(['fulfilled', 'rejected'])
    await stage.expectExact()
  })

  it('two buyers: one gets it', async () => {
    const both = fulfilled(
      await Promise.allSettled([stage.start('bob'), stage.start('cat'), stage.start('dan')]),
    )
    expect(both.sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await stage.expectExact()
  })

  it('refunded by the owner and paid at once: the buyer has the seat, and both are refunded once', async () => {
    const paying = await stage.start('bob')
    stage.world.payments.confirm(paying)
    await Promise.allSettled([stage.refund('ann'), stage.finish('bob', paying)])
    await stage.finish('bob', paying)
    expect(await stage.holders()).toEqual(['bob'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('settled by three processes at once: sold once', async () => {
    const paying = await stage.start('bob')
    stage.world.payments.confirm(paying)
    const nodes = [stage.world, stage.world.openNode(memoryBus())]
    await Promise.all([
      ...nodes.map(async ({ deps }) => sync(deps, (await findAttemptByIntent(deps.db, paying))!)),
      stage.finish('bob', paying),
    ])
    expect(await stage.holders()).toEqual(['bob'])
    expect(await refunded()).toEqual([PRICE])
    await stage.expectExact()
  })

  it('listed and offered to a friend at once: one of both holds', async () => {
    await stage.withdraw('ann')
    const ticket = await stage.ticketOf('ann')
    const offer = () =>
      stage.world.as('ann')(transfers.offer, { params: { id: ticket.id }, body: { name: 'bob' } })
    const both = fulfilled(await Promise.allSettled([stage.list('ann'), offer()]))
    expect(both.sort()).toEqual(['fulfilled', 'rejected'])
    await stage.expectExact()
  })

  /** Kills the work at each of its ids in turn, until it gets through; `check` runs after each death. */
  async function killed(
    work: (deps: Stage['world']['deps']) => Promise<unknown>,
    check: () => Promise<void>,
  ) {
    for (let dies = 1, isDead = true; isDead; dies++) {
      let ids = 0
      isDead = false
      const newId = () => {
        if (++ids < dies) return stage.world.deps.newId()
        isDead = true
        throw new Error('killed')
      }
      await work({ ...stage.world.deps, newId }).catch(() => null)
      await check()
    }
  }

  it('a sale that is killed at each step sells once', async () => {
    const paying = await stage.start('bob')
    stage.world.payments.confirm(paying)
    await killed(
      async (deps) => sync(deps, (await findAttemptByIntent(deps.db, paying))!),
      async () => {
        expect(await stage.holders()).toHaveLength(1)
        await stage.expectExact()
      },
    )
    expect(await stage.holders()).toEqual(['bob'])
    expect(await refunded()).toEqual([PRICE])
    const sold = (await stage.mailsTo('ann')).filter((subject) => subject.includes('リセール'))
    expect(sold).toHaveLength(1)
    await stage.expectExact()
  })

  it('a deadline that is killed at each step returns the ticket once', async () => {
    stage.world.clock.move(24 * 3_600_000)
    await killed(
      (deps) => sweep(deps),
      () => stage.expectExact(),
    )
    expect(await outcome()).toBe('unsold')
    const told = (await stage.mailsTo('ann')).filter((subject) => subject.includes('リセール'))
    expect(told).toHaveLength(1)
  })
})
