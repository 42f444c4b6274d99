import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { lottery } from '#contract/lottery/calls.ts'
import {
  LOTTERY_CLOSES_EARLY,
  LOTTERY_ENDS_EARLY,
  LOTTERY_ENDS_LATE,
  LOTTERY_FIXES,
  LOTTERY_NEEDS_DATES,
  LOTTERY_OPENS_PAST,
  LOTTERY_RESULT_BEFORE_SALE,
  LOTTERY_RESULT_EARLY,
  LOTTERY_SOLD,
  LOTTERY_STANDS,
  LOTTERY_START_FIXES,
  NO_RESALE_WITH_LOTTERY,
} from '#contract/lottery/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { createFullPerson, HER_PASSWORD } from '#server/features/account/testing/whole-person.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeDigitalTicket } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld } from '#server/testing/world.ts'
import { createLottery, type LotteryStage } from './testing/stage.ts'

describe.each(apiDatabaseNames)('a lottery that its owner sets on %s', (database) => {
  let stage: LotteryStage
  beforeEach(async () => {
    stage = await createLottery(database)
  })
  afterEach(() => stage.world.close())
  const errors = (fields: Record<string, string[]>) => ({ status: 422, errors: fields })
  const change = (fields: Record<string, string>) =>
    stage.owner()(tickets.changeTicket, { params: stage.params, body: formOf(fields) })

  it('is shown with the ticket, with a commitment and without its secret', async () => {
    const { world, set, sale, published } = stage
    expect((await stage.seen('ann')).lottery).toEqual(sale)
    const { commitment } = await published()
    await set({ max_group: 4 })
    // The secret was fixed with the first setting.
    expect(await published()).toMatchObject({ commitment, max_group: 4, list_hash: null })
    const [row] = await readTable(world.db, 'lottery')
    expect(JSON.stringify(await stage.ownLottery())).not.toContain(row?.secret)
  })

  it.each([
    ['an opening in the past', { opens_at: -1 }, { opens_at: [LOTTERY_OPENS_PAST] }],
    ['a close at its opening', { closes_at: 1 }, { closes_at: [LOTTERY_CLOSES_EARLY] }],
    ['a result at once', { announced_at: 24.1 }, { announced_at: [LOTTERY_RESULT_EARLY] }],
    ['an end before the deadline', { ends_at: 48 }, { ends_at: [LOTTERY_ENDS_EARLY] }],
    ['an end after the start', { ends_at: 240.1 }, { ends_at: [LOTTERY_ENDS_LATE] }],
  ])('is refused with %s', async (_, hours, fields) => {
    const input = Object.fromEntries(
      Object.entries(hours).map(([name, at]) => [name, inHours(stage.world, at)]),
    )
    await expect(stage.set(input)).rejects.toMatchObject(errors(fields))
  })

  it('is refused with numbers that cannot be chosen', async () => {
    await expect(stage.set({ buy_days: 4 })).rejects.toMatchObject({ status: 422 })
    await expect(stage.set({ max_group: 5 })).rejects.toMatchObject({ status: 422 })
  })

  it('is refused before money can be held, without dates, and of a ticket that was sold', async () => {
    const { world, sale, owner } = stage
    const setOf = (id: string) =>
      owner()(lottery.setLottery, { params: { roomid: 'aoi', id }, body: sale })
    const times = {
      opens_at: inHours(world, 2_999),
      starts_at: inHours(world, 3_000),
      valid_until: inHours(world, 3_001),
    }
    await makeDigitalTicket(world, 'room-aoi', { id: 'far', amount: 500, ...times })
    await expect(setOf('far')).rejects.toMatchObject(
      errors({ announced_at: [LOTTERY_RESULT_BEFORE_SALE] }),
    )
    await makeDigitalTicket(world, 'room-aoi', { id: 'draft', open_fields: '["start"]' })
    await expect(setOf('draft')).rejects.toMatchObject({ message: LOTTERY_NEEDS_DATES })
    await makeDigitalTicket(world, 'room-aoi', { id: 'sold', amount: 500, ...times })
    await world.db
      .updateTable('digital_ticket')
      .set({ valid_until: inHours(world, 100), starts_at: inHours(world, 99) })
      .where('id', '=', 'sold')
      .execute()
    await world.as('ann')(tickets.startTicketJoin, {
      params: { id: 'sold' },
      body: { token: 'tok_visa' },
    })
    await expect(setOf('sold')).rejects.toMatchObject({ status: 409, message: LOTTERY_SOLD })
  })

  it('is removed before applications open, and the ticket is sold as ever', async () => {
    const { params, owner, world } = stage
    await owner()(lottery.removeLottery, { params })
    await owner()(lottery.removeLottery, { params })
    expect((await stage.seen('ann')).lottery).toBeNull()
    expect(await stage.pay('ann')).toMatchObject({ number: '001' })
    expect(await readTable(world.db, 'lottery')).toEqual([])
  })

  it('stands once applications are open, but for the sale of the rest', async () => {
    const { at, set, params, owner } = stage
    at(1)
    await expect(set({ buy_days: 2 })).rejects.toMatchObject({ message: LOTTERY_STANDS })
    await expect(owner()(lottery.removeLottery, { params })).rejects.toMatchObject({
      message: LOTTERY_STANDS,
    })
    await set({ then_sold: true })
    expect((await stage.published()).then_sold).toBe(true)
    await expect(set({ then_sold: false })).rejects.toMatchObject({ message: LOTTERY_STANDS })
  })

  it('fixes what applicants were promised of the ticket', async () => {
    const { at, world, seen } = stage
    await expect(change({ resale_until: inHours(world, 200) })).rejects.toMatchObject(
      errors({ resale_until: [NO_RESALE_WITH_LOTTERY] }),
    )
    await expect(change({ start: inHours(world, 119) })).rejects.toMatchObject({
      errors: { start: [LOTTERY_START_FIXES] },
    })
    await change({ capacity: '5' })
    at(1)
    for (const [name, value] of Object.entries({
      amount: '4000',
      capacity: '4',
      members_only: '1',
    }))
      await expect(change({ [name]: value })).rejects.toMatchObject(
        errors({ [name]: [LOTTERY_FIXES] }),
      )
    await expect(change({ status: 'draft' })).rejects.toMatchObject({
      errors: { status: [LOTTERY_FIXES] },
    })
    await change({ about: '星をみます', capacity: '6' })
    expect(await seen('ann')).toMatchObject({ about: '星をみます', capacity: 6 })
    at(121)
    await change({ capacity: '4' })
  })

  it('counts applications without names, and its ticket is not deleted', async () => {
    const { at, apply, ownLottery, owner, params } = stage
    at(1)
    await apply('ann')
    await apply('bob')
    const own = await ownLottery()
    expect(own).toMatchObject({
      can: { set: false },
      counts: { people: 2, groups: [2, 0, 0, 0], choices: [{ type: null, wanted: [2, 0, 0] }] },
    })
    expect(JSON.stringify(own)).not.toMatch(/annさん|bobさん|"ann"/)
    await expect(owner()(tickets.deleteTicket, { params })).rejects.toMatchObject({ status: 409 })
  })
})

describe.each(apiDatabaseNames)('an application of a deleted account on %s', (database) => {
  it.each([
    ['before the close is withdrawn', null, 0],
    ['after it stays in the list without the person', 'a'.repeat(64), 1],
  ] as const)('%s', async (_, list_hash, left) => {
    const world = await createWorld(database)
    await createFullPerson(world)
    await world.db.updateTable('lottery').set({ list_hash }).execute()
    await world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })
    const rows = await readTable(world.db, 'application')
    expect(rows.map(({ user_id }) => user_id)).toEqual(Array(left).fill(null))
    await world.close()
  })
})
