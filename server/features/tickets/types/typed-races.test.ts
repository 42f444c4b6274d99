import { afterEach, describe, expect, it } from 'vitest'
import {
  createHall,
  type Hall,
  type HallTypes,
} from '#server/features/orders/waitlist/testing/hall.ts'
import { recount } from '#server/jobs/recount.ts'
import { databaseNames } from '#server/testing/names.ts'

const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length

describe.each(databaseNames)('a race between types for a seat on %s', (database) => {
  let hall: Hall
  const open = async (capacity: number, types: HallTypes) => {
    hall = await createHall(database, capacity, types)
  }
  afterEach(async () => {
    expect(await recount(hall.world.deps)).toEqual([])
    const valid = await hall.world.db
      .selectFrom('issued_ticket')
      .select('ticket_type_id')
      .where('status', 'in', ['valid', 'used'])
      .execute()
    expect(valid.length).toBeLessThanOrEqual((await hall.hall()).capacity)
    await hall.world.close()
  })

  it('that was freed: who waits for one type gets it, nobody who buys another', async () => {
    await open(2, { A: null, B: null })
    await hall.buy('ann', 1, 'night', 'A')
    await hall.buy('bob', 1, 'night', 'B')
    await hall.join('cat', 1, 'night', 'A')
    const all = await Promise.allSettled([
      hall.refund('bob'),
      hall.start('dan', 1, 'night', 'B'),
      hall.start('eve', 1, 'night', 'B'),
      hall.world.serveWaiting(),
      hall.world.serveWaiting(),
    ])
    expect(all.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    ])
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 1 }])
  })

  it('that is left, between one who joins the line of a type and one who buys another', async () => {
    await open(2, { S: 1, A: null })
    await hall.buy('ann', 1, 'night', 'S')
    await Promise.allSettled([
      hall.join('bob', 1, 'night', 'S'),
      hall.buy('cat', 1, 'night', 'A'),
      hall.refund('ann'),
    ])
    await hall.world.serveWaiting()
    const { taken, waiting } = await hall.hall()
    // Nobody waits beside an idle seat.
    expect(waiting === 0 || taken === 2).toBe(true)
  })

  it('that is listed: one buyer of its type gets it, and the seller the price once', async () => {
    await open(2, { A: null, B: null })
    await hall.buy('ann', 1, 'night', 'A')
    await hall.buy('bob', 1, 'night', 'B')
    await hall.list('ann')
    const all = await Promise.allSettled([
      hall.buy('cat', 1, 'night', 'A'),
      hall.buy('dan', 1, 'night', 'B'),
      hall.buy('eve', 1, 'night', 'A'),
    ])
    expect(fulfilled(all)).toBe(1)
    await hall.world.deliver()
    expect(hall.world.payments.refunds.map(({ amount }) => amount)).toEqual([1_000])
  })

  it('that is listed in both types: both are sold, each for its own', async () => {
    await open(2, { A: null, B: null })
    await hall.buy('ann', 1, 'night', 'A')
    await hall.buy('bob', 1, 'night', 'B')
    await hall.list('ann')
    await hall.list('bob')
    const all = await Promise.allSettled([
      hall.buy('cat', 1, 'night', 'A'),
      hall.buy('dan', 1, 'night', 'B'),
      hall.buy('eve', 1, 'night', 'B'),
    ])
    expect(fulfilled(all)).toBe(2)
    await hall.world.deliver()
    expect(hall.world.payments.refunds.map(({ amount }) => amount).sort()).toEqual([1_000, 2_000])
  })

  it('that is listed, between its buyer and its holder who takes it back', async () => {
    await open(1, { A: null, B: null })
    await hall.buy('ann', 1, 'night', 'A')
    await hall.list('ann')
    await Promise.allSettled([hall.buy('bob', 1, 'night', 'A'), hall.withdraw('ann')])
    await hall.world.deliver()
    const { taken, listed } = await hall.hall()
    expect({ taken, listed }).toEqual({ taken: 1, listed: 0 })
  })
})
