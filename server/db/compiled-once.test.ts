import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { compiledOnce } from './compiled-once.ts'

describe.each(databaseNames)('a query that is compiled once on %s', (database) => {
  let world: World
  let built = 0
  const named = compiledOnce((db, { name, most }: { name: string; most: number }) => {
    built++
    return db
      .selectFrom('user')
      .select(['user.id', 'user.name'])
      .where('user.status', '=', 'active')
      .where('user.name', '>=', name)
      .orderBy('user.name')
      .limit(most)
  })

  beforeEach(async () => {
    world = await openWorld(database)
    built = 0
    for (const name of ['aoi', 'fan', 'mod']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  it('is asked with other values each time', async () => {
    const names = async (name: string, most: number) =>
      (await named(world.db, { name, most })).map((user) => user.name)
    expect(await names('b', 1)).toEqual(['fan'])
    expect(await names('a', 2)).toEqual(['aoi', 'fan'])
    expect(await names('z', 2)).toEqual([])
    expect(built).toBe(1)
  })

  it('sees, inside a transaction, what that has written', async () => {
    const found = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('user').set({ name: 'zoe' }).where('name', '=', 'mod').execute()
      return named(tx, { name: 'z', most: 1 })
    })
    expect(found).toMatchObject([{ name: 'zoe' }])
  })
})
