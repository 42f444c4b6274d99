import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { addRow } from '#server/testing/rows.ts'
import { taggedWith } from './tags.ts'

const IDS = Array.from({ length: 1_200 }, (_, n) => `e${String(n).padStart(4, '0')}`)
const CHUNK = 400

describe.each(databaseNames)('tags on %s', (name) => {
  it.each([
    ['common', 'exists', ['e0000', 'e0001', 'e0002']],
    ['rare', 'in (select', ['e0000', 'e0300', 'e0600']],
    ['ＲＡＲＥ', 'in (select', ['e0000', 'e0300', 'e0600']],
    ['unknown', 'in (select', []],
  ])('find the events of 「%s」 by %s, in the order of the list', async (tag, looked, expected) => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const { db } = engine
    await addRow(db, 'user', { id: 'aoi' })
    await addRow(db, 'room', { id: 'aoi' })
    await addRow(db, 'event', { id: 'untagged', room_id: 'aoi' })
    const blank = await db.selectFrom('event').selectAll().executeTakeFirstOrThrow()
    for (let from = 0; from < IDS.length; from += CHUNK) {
      const ids = IDS.slice(from, from + CHUNK)
      await db
        .insertInto('event')
        .values(ids.map((id) => ({ ...blank, id })))
        .execute()
      await db
        .insertInto('event_tag')
        .values(ids.map((event_id) => ({ event_id, tag: 'common' })))
        .execute()
    }
    const rare = IDS.filter((_, n) => n % 300 === 0)
    await db
      .insertInto('event_tag')
      .values(rare.map((event_id) => ({ event_id, tag: 'rare' })))
      .execute()
    const condition = await taggedWith(db, 'event', tag)
    const page = db.selectFrom('event').select('id').where(condition('event.id')).orderBy('id')
    expect(page.compile().sql).toContain(looked)
    expect((await page.limit(3).execute()).map(({ id }) => id)).toEqual(expected)
  })
})
