import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBare, openDatabase } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'

describe.each(databaseNames)('engine %s', (name) => {
  it('returns counts and sums as numbers, and sorts ids by bytes', async () => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    for (const id of ['b', 'B', 'a', '1'])
      await engine.db
        .insertInto('counter')
        .values({ name: id, last: 2 ** 40 })
        .execute()
    const rows = await engine.read.selectFrom('counter').select('name').orderBy('name').execute()
    expect(rows.map((row) => row.name)).toEqual(['1', 'B', 'a', 'b'])
    const counted = engine.read
      .selectFrom('counter')
      .select((eb) => [eb.fn.countAll().as('n'), eb.fn.sum('last').as('sum')])
    expect(await counted.executeTakeFirstOrThrow()).toEqual({ n: 4, sum: 2 ** 42 })
  })

  it('takes a list without values: nothing is in it', async () => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    await engine.db.insertInto('counter').values({ name: 'a', last: 1 }).execute()
    const count = async (operator: 'in' | 'not in') => [
      (await engine.db.selectFrom('counter').select('name').where('name', operator, []).execute())
        .length,
      (await engine.db.selectFrom('counter').select('name').where('last', operator, []).execute())
        .length,
    ]
    expect(await count('in')).toEqual([0, 0])
    expect(await count('not in')).toEqual([1, 1])
  })

  it('reads committed data while a writer is active', async () => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const count = () =>
      engine.read
        .selectFrom('counter')
        .select('name')
        .execute()
        .then((rows) => rows.length)
    await engine.db.transaction().execute(async (tx) => {
      await tx.insertInto('counter').values({ name: 'a', last: 1 }).execute()
      expect(await count()).toBe(0)
    })
    expect(await count()).toBe(1)
  })

  it('allows two nodes to write in turns', async () => {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    await engine.db.insertInto('counter').values({ name: 'a', last: 0 }).execute()
    const addOne = (db: typeof engine.db) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('counter').set({ last: sql`last + 1` }).execute()
        await tx.selectFrom('counter').selectAll().execute()
      })
    const nodes = [engine.db, openAgain().db]
    await Promise.all(Array.from({ length: 20 }, (_, at) => addOne(nodes[at % 2]!)))
    expect(await engine.db.selectFrom('counter').select('last').execute()).toEqual([{ last: 20 }])
  })

  it('closes without a prior query', async () => {
    const { engine, close } = await openBare(name)
    await close()
    await expect(engine.db.selectFrom('counter').selectAll().execute()).rejects.toThrow()
  })
})
