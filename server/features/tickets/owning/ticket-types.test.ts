import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRICE_WRONG } from '#contract/orders/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { TICKET_TYPES_MAX } from '#contract/tickets/limits.ts'
import {
  PRICE_BY_TYPE,
  TYPE_GONE,
  TYPE_NAME_NEEDED,
  TYPE_NAME_STANDS,
  TYPE_NAME_TWICE,
  TYPE_STANDS,
  TYPE_UNTIL_EARLY,
  TYPE_UNTIL_LATE,
  TYPES_TOO_LATE,
  TYPES_TOO_MANY,
  TYPES_WRONG,
} from '#contract/tickets/messages.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { createTyped, type Typed } from '../types/testing/stage.ts'

const S = { name: 'S席', amount: 6_500, capacity: 3 }
const USUAL = { name: '一般', amount: 4_500 }

describe.each(apiDatabaseNames)('ticket types edited by their owner, on %s', (database) => {
  let stage: Typed
  beforeEach(async () => {
    stage = await createTyped(database, [])
  })
  afterEach(() => stage.world.close())

  const names = async () => (await stage.own()).types.map(({ name }) => name)
  const refused = (fields: Record<string, unknown>) => ({ status: 422, errors: fields })

  it('are added, ordered, renamed and removed', async () => {
    await stage.save([S, USUAL])
    expect(await names()).toEqual(['S席', '一般'])
    expect(await stage.own()).toMatchObject({ amount: 6_500, types: [S, USUAL] })
    const [first, second] = await stage.changed({ S席: { name: 'SS席', color: 'red' } })
    await stage.save([second!, first!, { name: '学割', amount: 0, note: '学生証を確認します' }])
    expect(await names()).toEqual(['一般', 'SS席', '学割'])
    expect((await stage.own()).types[1]).toMatchObject({ id: first!.id, color: 'red' })
    await stage.save([])
    expect(await stage.own()).toMatchObject({ amount: 6_500, types: [] })
  })

  it('stay as they are if a form does not name them', async () => {
    await stage.save([S, USUAL])
    const body = formOf({ about: '星をみます' })
    await stage.owner()(tickets.changeTicket, { params: stage.params, body })
    expect(await names()).toEqual(['S席', '一般'])
  })

  it('are created with a new ticket, which needs no price of its own', async () => {
    const { world, owner } = stage
    const times = { start: inHours(world, 48), end: inHours(world, 51) }
    const fields = { title: '朝の会', venue: '灯ホール', capacity: '20', status: 'published' }
    const created = await owner()(tickets.createTicket, {
      params: { roomid: 'aoi' },
      body: typesForm([S, { ...USUAL, amount: 0 }], { ...fields, ...times }),
    })
    expect(created).toMatchObject({ status: 'published', amount: 6_500, open_fields: [] })
    expect(created.types).toMatchObject([S, { name: '一般', amount: 0 }])
  })

  it.each([
    ['a name that is missing', { name: ' ' }, { 'types.0.name': [TYPE_NAME_NEEDED] }],
    ['a long name', { name: '席'.repeat(21) }, { 'types.0.name': [expect.any(String)] }],
    ['a price that cannot be charged', { amount: 49 }, { 'types.0.amount': [PRICE_WRONG] }],
    ['no places', { capacity: 0 }, { 'types.0.capacity': [expect.any(String)] }],
    ['a limit of none', { per_person: 0 }, { 'types.0.per_person': [expect.any(String)] }],
    [
      'a limit over the highest',
      { per_person: 11 },
      { 'types.0.per_person': [expect.any(String)] },
    ],
    ['too many months', { member_months: 37 }, { 'types.0.member_months': [expect.any(String)] }],
    ['a long note', { note: '証'.repeat(61) }, { 'types.0.note': [expect.any(String)] }],
    ['another color', { color: 'pink' as 'red' }, { 'types.0.color': [expect.any(String)] }],
    [
      'a time that is none',
      { sales_from: 'あした' },
      { 'types.0.sales_from': expect.arrayContaining([expect.any(String)]) },
    ],
  ])('are refused with %s', async (_, wrong, errors) => {
    await expect(stage.save([{ ...S, ...wrong }])).rejects.toMatchObject(refused(errors))
    expect(await names()).toEqual([])
  })

  it('are refused if they contradict each other or the ticket', async () => {
    const { world } = stage
    await expect(stage.save([S, S])).rejects.toMatchObject(
      refused({ 'types.1.name': [TYPE_NAME_TWICE] }),
    )
    const [at, later] = [inHours(world, 5), inHours(world, 6)]
    for (const sales_from of [at, later])
      await expect(stage.save([{ ...S, sales_from, sales_until: at }])).rejects.toMatchObject(
        refused({ 'types.0.sales_until': [TYPE_UNTIL_EARLY] }),
      )
    await stage.save([{ ...S, sales_until: inHours(world, 240) }])
    const late = { ...S, sales_until: inHours(world, 240.1) }
    await expect(stage.save([late])).rejects.toMatchObject(
      refused({ 'types.0.sales_until': [TYPE_UNTIL_LATE] }),
    )
    await expect(stage.save([{ ...S, id: 'nothing' }])).rejects.toMatchObject(
      refused({ types: [TYPE_GONE] }),
    )
  })

  it('are eight at most, in a list', async () => {
    const all = Array.from({ length: TICKET_TYPES_MAX.count + 1 }, (_, n) => ({ name: `${n}` }))
    await expect(stage.save(all)).rejects.toMatchObject(refused({ types: [TYPES_TOO_MANY] }))
    await stage.save(all.slice(1))
    for (const types of ['{}', 'x', '"S席"'])
      await expect(
        stage.owner()(tickets.changeTicket, { params: stage.params, body: formOf({ types }) }),
      ).rejects.toMatchObject(refused({ types: [TYPES_WRONG] }))
  })

  it('exclude a price of the ticket', async () => {
    await stage.save([S])
    await expect(stage.save([S], { amount: '1000' })).rejects.toMatchObject(
      refused({ amount: [PRICE_BY_TYPE] }),
    )
  })

  it('that were ordered keep their name and their places, and are not removed', async () => {
    await stage.save([S, USUAL])
    await stage.buy('ann', 'S席')
    await stage.buy('bob', 'S席')
    const [s, usual] = await stage.changed({})
    await expect(stage.save([usual!])).rejects.toMatchObject(refused({ types: [TYPE_STANDS] }))
    await expect(stage.save([])).rejects.toMatchObject(refused({ types: [TYPE_STANDS] }))
    await expect(stage.save([{ ...s!, name: 'SS席' }])).rejects.toMatchObject(
      refused({ 'types.0.name': [TYPE_NAME_STANDS] }),
    )
    await expect(stage.save([{ ...s!, capacity: 1 }])).rejects.toMatchObject(
      refused({ 'types.0.capacity': [expect.stringContaining('2枚')] }),
    )
    await stage.save([{ ...s!, capacity: 2, amount: 7_000, closed: true }, { name: '学割' }])
    expect((await stage.own()).types).toMatchObject([
      { name: 'S席', taken: 2, was_ordered: true, closed: true },
      { name: '学割', taken: 0, was_ordered: false },
    ])
  })

  it('cannot be added to a ticket that was ordered without', async () => {
    const { world } = stage
    await world.as('ann')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    await expect(stage.save([S])).rejects.toMatchObject(refused({ types: [TYPES_TOO_LATE] }))
  })

  it('that are paid need a seller', async () => {
    const { world } = stage
    await world.db
      .updateTable('seller_account')
      .set({ charges_enabled: 0, state: 'none' })
      .execute()
    await stage.save([{ ...S, amount: 0 }])
    const [free] = await stage.changed({})
    await expect(stage.save([free!, USUAL])).rejects.toMatchObject({ status: 409 })
  })

  it('are deleted with their ticket', async () => {
    await stage.save([S])
    await stage.owner()(tickets.deleteTicket, { params: stage.params })
    expect(await stage.world.db.selectFrom('ticket_type').select('id').execute()).toEqual([])
  })
})
