import Sqlite from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { holdersAmong } from './seat-queries.ts'

describe.each(databaseNames)('holders among a hundred people, on %s', (database) => {
  let world: World
  const people = Array.from({ length: 100 }, (_, n) => `fan${n}`)

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const id of ['live', 'other']) await makeEvent(world, 'room-aoi', { id })
    for (const name of people.slice(0, 3)) await makeUser(world, name)
    await makeTicket(world, 'live', 'fan0')
    await makeTicket(world, 'live', 'fan1')
    await makeTicket(world, 'other', 'fan2')
  })
  afterEach(() => world.close())

  it('are those with a valid ticket to that event', async () => {
    await world.db
      .updateTable('entitlement')
      .set({ live_only: 1 })
      .where('user_id', '=', 'fan1')
      .execute()
    expect(Object.fromEntries(await holdersAmong(world.db, 'live', people))).toEqual({
      fan0: 0,
      fan1: 1,
    })
    await world.db
      .updateTable('entitlement')
      .set({ status: 'revoked' })
      .where('user_id', '=', 'fan1')
      .execute()
    expect([...(await holdersAmong(world.db, 'live', people)).keys()]).toEqual(['fan0'])
  })

  // SQLite only: PostgreSQL chooses its plan by statistics and finds the rows by user anyway.
  const planning = database === 'sqlite' ? it : null
  planning?.('costs as much as those who are asked for, not as all who hold one', async () => {
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
    await holdersAmong(world.db, 'live', people)
    const text = prepare.mock.calls.at(-1)![0]
    prepare.mockRestore()
    const { rows } = await world.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, ['event', 'live', ...people]),
    )
    expect(rows.map(({ detail }) => detail).join()).toContain('user_id=?')
  })
})
