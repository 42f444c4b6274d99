import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { compiledOnce } from './compiled-once.ts'

describe.each(databaseNames)('query that is compiled once on %s', (database) => {
  let world: World
  let built = 0
  const findByName = compiledOnce((db, { name, limit }: { name: string; limit: number }) => {
    built++
    return db
      .selectFrom('user')
      .select(['user.id', 'user.name'])
      .where('user.status', '=', 'active')
      .where('user.name', '>=', name)
      .orderBy('user.name')
      .limit(limit)
  })

  beforeEach(async () => {
    world = await createWorld(database)
    built = 0
    for (const name of ['aoi', 'fan', 'mod']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  it('runs with different values each time', async () => {
    const names = async (name: string, limit: number) =>
      (await findByName(world.db, { name, limit })).map((user) => user.name)
    expect(await names('b', 1)).toEqual(['fan'])
    expect(await names('a', 2)).toEqual(['aoi', 'fan'])
    expect(await names('z', 2)).toEqual([])
    expect(built).toBe(1)
  })

  it('reads uncommitted changes of its own transaction', async () => {
    const row = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('user').set({ name: 'zoe' }).where('name', '=', 'mod').execute()
      return findByName(tx, { name: 'z', limit: 1 })
    })
    expect(row).toMatchObject([{ name: 'zoe' }])
  })
})
