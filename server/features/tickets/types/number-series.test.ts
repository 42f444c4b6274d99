import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { companions } from '#contract/companions/calls.ts'
import { door } from '#contract/door/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  TYPE_PREFIX_ALONE,
  TYPE_PREFIX_STANDS,
  TYPE_PREFIX_TWICE,
  TYPE_PREFIX_WRONG,
} from '#contract/tickets/messages.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import { recount } from '#server/jobs/recount.ts'
import { formOf } from '#server/testing/form.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames, databaseNames } from '#server/testing/names.ts'
import { createTyped, type Typed } from './testing/stage.ts'

const S = { name: 'S席', amount: 0, number_prefix: 'S' }
const A = { name: 'A席', amount: 0, number_prefix: '学' }
const USUAL = { name: '一般', amount: 0 }

async function createSeries(
  database: Parameters<typeof createTyped>[0],
  types: Partial<TicketTypeInput>[] = [S, A, USUAL],
  fields: Record<string, string> = {},
) {
  const stage = await createTyped(database, [], 40)
  const before = { number_prefix: 'B', number_start: '5', number_skip: '2', max_seats: '4' }
  await stage.save(types, { ...before, ...fields })
  const numberOf = async (user: string) => (await stage.issued(user))[0]?.number
  return { ...stage, numberOf }
}
type Series = Typed & { numberOf: (user: string) => Promise<string | undefined> }

describe.each(databaseNames)('a race for numbers of two series on %s', (database) => {
  it('gives each buyer one of their own, without a gap', async () => {
    const stage = await createSeries(database)
    const people = ['fay', 'gil', 'hal', 'ivy']
    for (const name of people) await makeUser(stage.world, name)
    const buyers = ['ann', 'bob', 'cat', 'dan', ...people]
    const types = ['S席', 'A席', '一般']
    await Promise.all(buyers.map((user, n) => stage.take(user, types[n % 3]!)))
    const numbers = await Promise.all(buyers.map(stage.numberOf))
    expect(numbers.toSorted()).toEqual([
      ...['B 005', 'B 006', 'S 001', 'S 003', 'S 004', '学 001', '学 003', '学 004'],
    ])
    expect(await recount(stage.world.deps)).toEqual([])
    await stage.world.close()
  })
})

describe.each(apiDatabaseNames)('tickets of several series, on %s', (database) => {
  let stage: Series
  beforeEach(async () => {
    stage = await createSeries(database)
  })
  afterEach(() => stage.world.close())

  const refused = (errors: Record<string, unknown>) => ({ status: 422, errors })

  it('are numbered by type, whether bought, given or a companion’s', async () => {
    const { world, params, owner } = stage
    await stage.take('ann', 'S席')
    await stage.take('bob', '一般')
    const body = { name: 'cat', type: await stage.idOf('S席') }
    expect(await owner()(tickets.giveTicket, { params, body })).toEqual({ number: 'S 003' })
    const join = { type: await stage.idOf('S席'), seats: 3 }
    await world.as('dan')(tickets.joinTicket, { params: { id: 'night' }, body: join })
    const [leader] = await stage.issued('dan')
    expect([leader!.number, ...leader!.companions.map(({ number }) => number)]).toEqual([
      ...['S 004', 'S 005', 'S 006'],
    ])
    const seat = { id: leader!.id, seat: leader!.companions[0]!.id }
    const { url } = await world.as('dan')(companions.linkCompanion, { params: seat })
    await makeUser(world, 'gil')
    const accepted = { secret: url.split('#')[1]! }
    await world.as('gil')(companions.acceptCompanion, { body: accepted })
    expect([await stage.numberOf('gil'), await stage.numberOf('bob')]).toEqual(['S 005', 'B 005'])
    await stage.take('eve', 'S席')
    expect(await stage.numberOf('eve')).toBe('S 007')
  })

  it('are listed by series and number, and found with the 記号 or, by digits, in each', async () => {
    for (const [user, type] of [
      ['ann', '一般'],
      ['bob', 'A席'],
      ['cat', 'S席'],
      ['dan', 'A席'],
      ['eve', '一般'],
    ] as const)
      await stage.take(user, type)
    const found = async (query: { search?: string }) => {
      const { items } = await stage.owner()(door.listHolders, { params: stage.params, query })
      return items.map(({ number }) => number)
    }
    expect(await found({})).toEqual(['B 005', 'B 006', 'S 001', '学 001', '学 003'])
    expect(await found({ search: 's1' })).toEqual(['S 001'])
    expect(await found({ search: '学 ００３' })).toEqual(['学 003'])
    expect(await found({ search: '1' })).toEqual(['S 001', '学 001'])
    expect(await found({ search: 'B1' })).toEqual([])
  })

  it('are at the gate of their digits, in every series', async () => {
    await claimGatePhone(stage.world, 'night', '前', { from: 1, to: 4 })
    await stage.take('ann', '一般')
    await stage.take('bob', 'S席')
    await claimGatePhone(stage.world, 'night', '後', { from: 5, to: 9 })
    await stage.take('cat', 'A席')
    const hint = async (user: string) => (await stage.issued(user))[0]!.gate_hint
    expect([await hint('ann'), await hint('bob'), await hint('cat')]).toEqual(['後', '前', '前'])
  })

  it('are in the list of a gate with what tells them apart, none of them by digits alone', async () => {
    await stage.take('ann', '一般')
    await stage.take('bob', 'S席')
    const gate = await claimGatePhone(stage.world, 'night', '正面')
    const { plan } = await gate.prepare()
    expect(plan.prefixes).toEqual(['S', '学', 'B'])
    expect(plan.tickets.map(({ number, status }) => [number, status])).toEqual([
      ...[
        ['B 005', 'valid'],
        ['S 001', 'valid'],
        ['※ 5', 'cancelled'],
        ['※ 1', 'cancelled'],
      ],
    ])
  })

  it('keep the 記号 that a form of the release before does not send', async () => {
    const sent = (await stage.changed({})).map(({ number_prefix, ...type }) => type)
    const body = formOf({ types: JSON.stringify(sent) })
    await stage.owner()(tickets.changeTicket, { params: stage.params, body })
    const { types } = await stage.own()
    expect(types.map(({ number_prefix }) => number_prefix)).toEqual(['S', '学', null])
  })

  it('keep the 記号 once one was issued, each type for itself', async () => {
    await stage.take('ann', 'S席')
    for (const number_prefix of ['T', '', null])
      await expect(
        stage.save(await stage.changed({ S席: { number_prefix } })),
      ).rejects.toMatchObject(refused({ 'types.0.number_prefix': [TYPE_PREFIX_STANDS] }))
    await stage.save(
      await stage.changed({ A席: { number_prefix: ' Ｇ ' }, 一般: { note: '自由' } }),
    )
    expect((await stage.own()).types).toMatchObject([
      { number_prefix: 'S', was_issued: true },
      { number_prefix: 'Ｇ', was_issued: false },
      { number_prefix: null, was_issued: false },
    ])
    await stage.take('bob', 'A席')
    await stage.take('cat', 'S席')
    expect([await stage.numberOf('bob'), await stage.numberOf('cat')]).toEqual(['Ｇ 001', 'S 003'])
    await stage.take('dan', '一般')
    await expect(
      stage.save(await stage.changed({ 一般: { number_prefix: 'C' } })),
    ).rejects.toMatchObject(refused({ 'types.2.number_prefix': [TYPE_PREFIX_STANDS] }))
  })

  it('may become one series before any is issued, and several again', async () => {
    await stage.save(await stage.changed({ S席: { number_prefix: null } }))
    await stage.save(await stage.changed({ S席: { number_prefix: 'T' } }))
    await stage.take('ann', 'S席')
    await stage.take('bob', 'A席')
    expect([await stage.numberOf('ann'), await stage.numberOf('bob')]).toEqual(['T 001', '学 001'])
  })

  it.each([
    ['that of another type', { number_prefix: 'ｓ' }, TYPE_PREFIX_TWICE],
    ['that of the ticket', { number_prefix: 'b' }, TYPE_PREFIX_TWICE],
    ['one that ends with a digit', { number_prefix: 'A1' }, TYPE_PREFIX_WRONG],
    ['one that is read as a digit', { number_prefix: 'A①' }, TYPE_PREFIX_WRONG],
    ['one that is too long', { number_prefix: '記'.repeat(9) }, expect.stringContaining('記号')],
  ])('have no 記号 that is %s', async (_, change, message) => {
    await expect(stage.save(await stage.changed({ A席: change }))).rejects.toMatchObject(
      refused({ 'types.1.number_prefix': expect.arrayContaining([message]) }),
    )
  })

  it('need a 記号 of the ticket for the types that share its series', async () => {
    for (const number_prefix of ['', '第①'])
      await expect(
        stage.owner()(tickets.changeTicket, {
          params: stage.params,
          body: formOf({ number_prefix }),
        }),
      ).rejects.toMatchObject({ errors: { 'types.0.number_prefix': [TYPE_PREFIX_ALONE] } })
    const [first, second] = await stage.changed({})
    await stage.save([first!, second!], { number_prefix: '' })
    expect((await stage.own()).number_prefix).toBe('')
  })
})

describe.each(apiDatabaseNames)('a ticket whose types share its series, on %s', (database) => {
  it('has a list for gates as before', async () => {
    const stage = await createSeries(database, [USUAL, { name: '学割', amount: 0 }])
    await stage.take('ann', '学割')
    const gate = await claimGatePhone(stage.world, 'night', '正面')
    const { plan } = await gate.prepare()
    expect(plan).not.toHaveProperty('prefixes')
    expect(plan.tickets.map(({ number }) => number)).toEqual(['B 005'])
    await stage.world.close()
  })
})
