import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recount } from '#server/jobs/recount.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createHall, type Hall } from './testing/hall.ts'
import { sweep } from './turns.ts'

describe.each(databaseNames)('a race of groups for freed seats on %s', (database) => {
  let hall: Hall

  /** Four seats, of ann and bob; cat wants two and was passed by as many, dan wants one, and eve two. */
  beforeEach(async () => {
    hall = await createHall(database, 4)
    await hall.buy('ann', 3)
    await hall.buy('bob')
    await hall.join('cat', 2)
    await hall.world.db.updateTable('waitlist').set({ passed: 2 }).execute()
    await hall.join('dan', 1)
    await hall.join('eve', 2)
  })
  afterEach(() => hall.world.close())

  const KEPT = [
    { who: 'cat', seats: 2, passed: 2, gathered: 1 },
    { who: 'dan', seats: 1, passed: 0, gathered: 0 },
    { who: 'eve', seats: 2, passed: 0, gathered: 0 },
  ]
  const OFFERED = [
    { who: 'cat', seats: 2 },
    { who: 'dan', seats: 1 },
  ]
  /** Every seat is that of a ticket, a companion, an order or an offer, or is kept, and the counters say so. */
  async function expectExact() {
    expect(await recount(hall.world.deps)).toEqual([])
    const { taken, capacity } = await hall.hall()
    expect(taken).toBeLessThanOrEqual(capacity)
  }

  it('nodes that sweep at once keep and offer each seat once, in order', async () => {
    const nodes = [hall.world, hall.world.openNode(memoryBus()), hall.world.openNode(memoryBus())]
    await hall.refund('bob')
    await Promise.all(nodes.map(({ deps }) => sweep(deps)))
    expect(await hall.places()).toEqual(KEPT)
    await hall.refund('ann')
    await Promise.all(nodes.map(({ deps }) => sweep(deps)))
    expect(await hall.offers()).toEqual(OFFERED)
    expect(await hall.places()).toEqual([{ who: 'eve', seats: 2, passed: 0, gathered: 0 }])
    expect(await hall.mailsTo('cat')).toHaveLength(1)
    await expectExact()
  })

  it('a sweep that is killed at every step doubles and loses nothing', async () => {
    await hall.refund('bob')
    await hall.world.serveWaiting()
    await hall.refund('ann')
    for (let dies = 1; dies <= 10; dies++) {
      let ids = 0
      const newId = () => {
        if (++ids === dies) throw new Error('killed')
        return hall.world.deps.newId()
      }
      await sweep({ ...hall.world.deps, newId })
      await expectExact()
    }
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual(OFFERED)
    expect(await hall.mailsTo('cat')).toHaveLength(1)
    await expectExact()
  })

  it('who buys fewer, and declines at once, has the seats or not, and the rest is free once', async () => {
    for (const name of ['ann', 'bob']) await hall.refund(name)
    await hall.world.serveWaiting()
    await Promise.allSettled([
      hall.start('cat', 1),
      hall.start('cat', 2),
      hall.leave('cat'),
      hall.world.serveWaiting(),
    ])
    await hall.world.serveWaiting()
    await expectExact()
  })

  it('who leaves while seats are kept loses none of them', async () => {
    await hall.refund('bob')
    await Promise.all([hall.leave('cat'), hall.world.serveWaiting(), hall.refund('ann')])
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([
      { who: 'dan', seats: 1 },
      { who: 'eve', seats: 2 },
    ])
    await expectExact()
    expect((await hall.hall()).taken).toBe(3)
  })
})
