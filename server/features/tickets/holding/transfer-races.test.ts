import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Off, unguarded } from './testing/unguarded.ts'

/** Runs twice: as it is, and without the guards that decide it, to show the damage. */
describe.each(databaseNames)('race for an offered ticket on %s', (database) => {
  let world: World
  let params: { id: string }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'friend']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night' })
    const night = { params: { id: 'night' }, body: {} }
    params = { id: (await world.as('fan')(tickets.joinTicket, night)).ticket_id }
    await world.as('fan')(transfers.offer, { params, body: { name: 'friend' } })
  })
  afterEach(() => world.close())

  /** The friend accepts the offer while the fan withdraws it. */
  async function race(node: Pick<World, 'as'>) {
    const [friend, fan] = [node.as('friend'), node.as('fan')]
    // Warms the sessions up, so that the calls do nothing else.
    await Promise.all([friend(tickets.listIssued, {}), fan(tickets.listIssued, {})])
    const both = () =>
      Promise.allSettled([
        friend(transfers.accept, { params }),
        fan(transfers.withdraw, { params }),
      ])
    const [accepted, back] = await (database === 'postgres' ? together(both) : both())
    const { status } = await world.db
      .selectFrom('transfer')
      .select('status')
      .executeTakeFirstOrThrow()
    const [ticket] = (await world.as('friend')(tickets.listIssued, {})).items
    return {
      taken: accepted.status,
      back: back.status,
      offer: status,
      isFriends: ticket !== undefined,
    }
  }
  /** A barrier: no call decides the offer before both have seen it open. */
  async function together<T>(both: () => Promise<T>): Promise<T> {
    const { all } = await world.db.transaction().execute(async (tx) => {
      await sql`lock table transfer in share mode`.execute(tx)
      const all = both()
      all.catch(() => undefined)
      await expect.poll(countWaiting, { interval: 20 }).toBe(2)
      return { all }
    })
    return all
  }
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return Number(rows[0]!.waiting)
  }
  async function raceWithout(off: Off) {
    const db = await unguarded(world.db, off)
    const outcome = await race(world.openNode(world.deps.bus, db))
    await db.destroy()
    return outcome
  }
  const ONE_WINS = [
    { taken: 'fulfilled', back: 'rejected', offer: 'accepted', isFriends: true },
    { taken: 'rejected', back: 'fulfilled', offer: 'withdrawn', isFriends: false },
  ]
  // SQLite has one connection, so the transactions of a process never overlap.
  const racing = database === 'postgres' ? it : null

  it('concurrent acceptance and withdrawal never give both the ticket (47)', async () => {
    expect(ONE_WINS).toContainEqual(await race(world))
  })

  racing?.each([
    ['without the locks on the ticket', { locks: true, decision: false }],
    ['without that an offer is decided once', { locks: false, decision: true }],
  ])('fault 47: %s the other guard still holds', async (_, off) => {
    expect(ONE_WINS).toContainEqual(await raceWithout(off))
  })

  racing?.('fault 47: with both guards off each is told that it went their way', async () => {
    const off = { locks: true, decision: true }
    expect(await raceWithout(off)).toMatchObject({
      taken: 'fulfilled',
      back: 'fulfilled',
      isFriends: true,
    })
  })
})
