import { afterEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createTyped, PEOPLE, type Typed } from './testing/stage.ts'

const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length

describe.each(databaseNames)('a race for a ticket type on %s', (database) => {
  let stage: Typed
  afterEach(async () => {
    await stage.isExact()
    await stage.world.close()
  })
  const race = (names: readonly string[], step: (user: string, name: string) => Promise<unknown>) =>
    Promise.allSettled(PEOPLE.map((user, n) => step(user, names[n % names.length] ?? '')))

  it('for its last place: one buyer holds it', async () => {
    stage = await createTyped(database, [
      { name: 'S席', amount: 6_500, capacity: 1 },
      { name: '一般', amount: 4_500 },
    ])
    expect(fulfilled(await race(['S席'], stage.start))).toBe(1)
    await stage.isExact()
    // The hold ends unpaid: the place is free again, once.
    stage.world.clock.move(16 * 60_000)
    await stage.world.sweep()
    expect(fulfilled(await race(['S席'], stage.buy))).toBe(1)
  })

  it('for the last place of the ticket: one buyer of any type holds it', async () => {
    stage = await createTyped(
      database,
      [
        { name: 'S席', amount: 6_500, capacity: 5 },
        { name: '一般', amount: 4_500 },
      ],
      1,
    )
    expect(fulfilled(await race(['S席', '一般'], stage.start))).toBe(1)
  })

  it('for its last free place: one person has it', async () => {
    stage = await createTyped(database, [
      { name: '招待', amount: 0, capacity: 1 },
      { name: '一般', amount: 0 },
    ])
    expect(fulfilled(await race(['招待'], stage.take))).toBe(1)
    const holders = await stage.world.db.selectFrom('issued_ticket').select('id').execute()
    expect(holders).toHaveLength(1)
  })

  it('between an owner who reduces it and a buyer: never more sold than there are', async () => {
    stage = await createTyped(database, [{ name: 'S席', amount: 0, capacity: 2 }])
    await stage.take('ann', 'S席')
    const fewer = await stage.changed({ S席: { capacity: 1 } })
    await Promise.allSettled([stage.save(fewer), stage.take('bob', 'S席')])
    const [type] = (await stage.own()).types
    expect(type!.taken).toBeLessThanOrEqual(type!.capacity!)
  })

  it('between an owner who adds the first type and a buyer without one: one of both', async () => {
    stage = await createTyped(database, [])
    await stage.world.db.updateTable('digital_ticket').set({ amount: 1_000 }).execute()
    const both = await Promise.allSettled([
      stage.save([{ name: 'S席', amount: 6_500 }]),
      stage.world.as('ann')(tickets.startTicketJoin, {
        params: { id: 'night' },
        body: { token: 'tok_visa' },
      }),
    ])
    expect(fulfilled(both)).toBe(1)
    stage.world.clock.move(16 * 60_000)
    await stage.world.sweep()
  })

  it('of one buyer in two tabs with two types: one order', async () => {
    stage = await createTyped(database, [
      { name: 'S席', amount: 6_500 },
      { name: '一般', amount: 4_500 },
    ])
    await Promise.allSettled([stage.start('ann', 'S席'), stage.start('ann', '一般')])
    const open = await stage.world.db
      .selectFrom('order')
      .select(['amount', 'ticket_type_id', 'snapshot'])
      .where('state', '=', 'open')
      .execute()
    expect(open.length).toBeLessThanOrEqual(1)
    for (const { amount, ticket_type_id, snapshot } of open) {
      const [type] = (await stage.own()).types.filter(({ id }) => id === ticket_type_id)
      expect(type).toMatchObject({ amount })
      expect(JSON.parse(snapshot)).toMatchObject({ amount, title: `星の夜（${type!.name}）` })
    }
  })
})
