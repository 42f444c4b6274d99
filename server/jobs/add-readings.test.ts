import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'
import { addReadings } from './add-readings.ts'

describe.each(databaseNames)('readings on %s', (database) => {
  it('are added to all texts of the search index that have none', async () => {
    const { deps, engine, close } = await createWorld(database)
    onTestFinished(close)
    const { search } = engine
    await deps.db.transaction().execute(async (tx) => {
      for (let at = 0; at < 120; at++) await search.put(tx, 'event', `e${at}`, `朗読の夜 ${at}`)
      await search.put(tx, 'user', 'haru', 'はる haru')
    })
    await addReadings(deps)
    expect(await search.listWithoutReading(deps.read, 1)).toEqual([])
    expect(await search.find(deps.read, 'event', 'ろうどくのよる', 200, 0)).toHaveLength(120)
    expect(await search.find(deps.read, 'user', 'haru', 1, 0)).toEqual(['haru'])
  })
})
