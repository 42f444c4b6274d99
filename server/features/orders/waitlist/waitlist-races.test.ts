import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { recount } from '#server/jobs/recount.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createLine, type Line } from './testing/line.ts'
import { sweep } from './turns.ts'

const CLICKS = 4

describe.each(databaseNames)('a race for a freed seat on %s', (database) => {
  let line: Line

  beforeEach(async () => {
    line = await createLine(database)
    for (const name of ['ann', 'bob']) await line.buy(name)
    for (const name of ['cat', 'dan', 'eve']) await line.join(name)
  })
  afterEach(() => line.world.close())

  const offers = () => line.world.db.selectFrom('seat_offer').selectAll().orderBy('id').execute()
  const free = () => Promise.all([line.refund('ann'), line.refund('bob')])
  /** Every seat is a ticket, a hold or an offer, each person has one, and the counters say so. */
  async function expectExact() {
    expect(await recount(line.world.deps)).toEqual([])
    const { taken, capacity } = await line.event()
    expect(taken).toBeLessThanOrEqual(capacity)
    const { db } = line.world
    const seats = [
      ...(await db
        .selectFrom('entitlement')
        .select('user_id')
        .where('kind', '=', 'event')
        .where('status', '=', 'valid')
        .execute()),
      ...(await db
        .selectFrom('seat_offer')
        .select('user_id')
        .where('closed_at', 'is', null)
        .execute()),
      ...(await db
        .selectFrom('order')
        .select('buyer_id as user_id')
        .where('state', '=', 'open')
        .execute()),
    ].map(({ user_id }) => user_id)
    expect(new Set(seats).size).toBe(seats.length)
    expect(seats).toHaveLength(taken)
  }

  it('nodes that sweep at once offer each seat once, in order', async () => {
    await free()
    const nodes = [line.world, line.world.openNode(memoryBus()), line.world.openNode(memoryBus())]
    await Promise.all(nodes.map(({ deps }) => sweep(deps)))
    expect((await offers()).map(({ user_id }) => user_id).sort()).toEqual(['cat', 'dan'])
    expect(await line.waitOf('eve')).toMatchObject({ place: 1 })
    expect(await line.mailsTo('cat')).toHaveLength(1)
    await expectExact()
  })

  it('a sweep that is killed ten times doubles and loses nothing', async () => {
    await free()
    for (let dies = 1; dies <= 10; dies++) {
      let ids = 0
      const newId = () => {
        if (++ids === dies) throw new Error('killed')
        return line.world.deps.newId()
      }
      await sweep({ ...line.world.deps, newId })
      await expectExact()
    }
    await line.world.serveWaiting()
    expect((await offers()).map(({ user_id }) => user_id)).toEqual(['cat', 'dan'])
    expect(await line.mailsTo('cat')).toHaveLength(1)
    expect(await line.mailsTo('dan')).toHaveLength(1)
    await expectExact()
  })

  it('an offered seat becomes one order, however often its person presses', async () => {
    await free()
    await line.world.serveWaiting()
    const refs = await Promise.all(Array.from({ length: CLICKS }, () => line.start('cat')))
    expect(new Set(refs).size).toBe(1)
    await expectExact()
  })

  it('a person who buys and declines at once has the seat or not, and nobody loses one', async () => {
    await free()
    await line.world.serveWaiting()
    await Promise.allSettled([line.start('cat'), line.leave('cat'), line.world.serveWaiting()])
    await line.world.serveWaiting()
    await expectExact()
    expect((await line.event()).taken).toBe(2)
  })

  it('no stranger to the list is faster than its next person', async () => {
    await line.leave('eve')
    await line.leave('dan')
    await line.refund('ann')
    const all = await Promise.allSettled([
      line.start('eve'),
      line.start('dan'),
      line.world.serveWaiting(),
      line.start('eve'),
    ])
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(3)
    expect(refused.map(({ reason }) => reason.message)).toEqual([SOLD_OUT, SOLD_OUT, SOLD_OUT])
    expect(await line.waitOf('cat')).toMatchObject({ state: 'offered' })
    await expectExact()
  })

  it('without the guard a stranger is', async () => {
    for (const name of ['dan', 'eve']) await line.leave(name)
    await line.refund('ann')
    await line.world.db.updateTable('event').set({ waiting: 0 }).execute()
    await line.start('eve')
    expect(await line.waitOf('cat')).toMatchObject({ state: 'waiting', place: 1 })
  })

  it('people who join at once have different places', async () => {
    for (const name of ['cat', 'dan', 'eve']) await line.leave(name)
    await Promise.all(['cat', 'dan', 'eve', 'cat', 'dan'].map((name) => line.join(name)))
    const places = await Promise.all(
      ['cat', 'dan', 'eve'].map(async (name) => (await line.waitOf(name)).place),
    )
    expect(places.sort()).toEqual([1, 2, 3])
    await expectExact()
  })
})
