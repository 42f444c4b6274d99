import { afterEach, describe, expect, it } from 'vitest'
import { readList } from '#contract/lottery/draw.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { PEOPLE } from '../types/testing/stage.ts'
import { sweep } from './rounds.ts'
import { createLottery, type LotteryStage } from './testing/stage.ts'

describe.each(databaseNames)('a race in a lottery on %s', (database) => {
  let stage: LotteryStage
  afterEach(async () => {
    await stage.isExactSeats()
    await stage.world.close()
  })
  const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
    all.filter(({ status }) => status === 'fulfilled').length

  it('between applications and the close: who was told yes is in the list', async () => {
    stage = await createLottery(database)
    const { world, apply, at, text, own } = stage
    at(23)
    await apply('ann')
    // One process is still before the close, another one after it.
    const late = {
      ...world.deps,
      clock: { ...world.deps.clock, now: () => new Date(Date.parse(stage.sale.closes_at)) },
    }
    const results = await Promise.allSettled([
      ...PEOPLE.slice(1).map((name) => apply(name)),
      sweep(late, true),
    ])
    await sweep(late, true)
    at(24)
    const list = readList((await text('list')).text)
    const ids = new Set(list?.entries.flatMap(({ people }) => people.map(({ id }) => id)))
    const applied = await readTable(world.db, 'application')
    expect(ids).toEqual(new Set(applied.map(({ public_id }) => public_id)))
    for (const [n, name] of PEOPLE.slice(1).entries()) {
      const isTold = results[n]?.status === 'fulfilled'
      expect((await own(name)).state).toBe(isTold ? 'applied' : 'none')
    }
  })

  it('of one person who applies twice at once: one application', async () => {
    stage = await createLottery(database)
    stage.at(1)
    await Promise.allSettled([stage.apply('ann'), stage.apply('ann'), stage.apply('ann')])
    expect(await readTable(stage.world.db, 'application')).toHaveLength(1)
    expect(await readTable(stage.world.db, 'lottery_group')).toHaveLength(1)
  })

  it('for the last place of a group: one joins', async () => {
    stage = await createLottery(database)
    stage.at(1)
    const { invite } = await stage.apply('ann')
    const others = PEOPLE.slice(1).map((name) => stage.apply(name, { invite }))
    expect(fulfilled(await Promise.allSettled(others))).toBe(1)
  })

  it('of two processes that draw: one draw, one seat for each winner', async () => {
    stage = await createLottery(database, { capacity: 3 })
    stage.at(1)
    for (const name of PEOPLE) await stage.apply(name)
    stage.at(24)
    await Promise.all([1, 2, 3].map(() => sweep(stage.world.deps, true)))
    expect(await readTable(stage.world.db, 'seat_offer')).toHaveLength(3)
    stage.at(25)
    await stage.settle()
    expect(await stage.verify()).toMatchObject({ differences: [], winners: 3 })
    expect(await stage.winners(PEOPLE)).toHaveLength(3)
  })

  it('between a purchase and its deadline: the seat is that of one person', async () => {
    stage = await createLottery(database, { capacity: 1 })
    stage.at(1)
    for (const name of PEOPLE) await stage.apply(name)
    stage.at(25)
    await stage.settle()
    const [winner = ''] = await stage.winners(PEOPLE)
    stage.world.clock.move(24 * 3_600_000 - 1)
    // A purchase that begins in time is completed after the deadline.
    await Promise.allSettled([
      stage.begin(winner),
      stage.world.serveWaiting().then(() => stage.world.clock.move(1)),
    ])
    await stage.settle()
    await stage.settle()
    const held = await readTable(stage.world.db, 'hold')
    const open = (await readTable(stage.world.db, 'seat_offer')).filter(
      ({ closed_at }) => closed_at === null,
    )
    expect(held.filter(({ released_at }) => released_at === null).length + open.length).toBe(1)
  })

  it('of two processes that offer a later seat: one person gets it', async () => {
    stage = await createLottery(database, { capacity: 1 })
    stage.at(1)
    for (const name of PEOPLE) await stage.apply(name)
    stage.at(25)
    await stage.settle()
    stage.at(49)
    await stage.world.serveWaiting()
    await Promise.all([1, 2, 3].map(() => sweep(stage.world.deps, true)))
    expect(await stage.winners(PEOPLE)).toHaveLength(1)
  })
})
