import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBare, openDatabase } from '#server/testing/databases.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { addRow } from '#server/testing/rows.ts'
import { fold, splitWords } from './fold.ts'
import { applySteps } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { FoldedText, SearchKind } from './search.ts'
import { transact } from './transact.ts'

const rooms = {
  a: '落語の小部屋 寄席に通う人へ',
  b: 'ジャズ喫茶 JAZZ & Coffee',
  c: '猫と子猫',
  d: '東京と京都の落語会',
  e: 'Ｃａｆé 100% "quoted" 🎷𠮷野家',
}

const thousandChars = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0x4e00 + at))

describe.each(databaseNames)('search index on %s', (name) => {
  async function open(texts: Record<string, string> = rooms) {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const { db, read, search } = engine
    const put = (id: string, text: string, kind: SearchKind = 'room') =>
      transact(db, (tx) => search.put(tx, kind, id, text))
    const remove = (id: string, kind: SearchKind = 'room') =>
      transact(db, (tx) => search.remove(tx, kind, id))
    const find = (query: string, kind: SearchKind = 'room', limit = 100, offset = 0) =>
      search.find(read, kind, query, limit, offset)
    const without = () => search.listWithoutReading(read, 100)
    /** Adds readings by text. */
    const addReadings = async (readings: Record<string, string>, texts?: FoldedText[]) => {
      for (const text of texts ?? (await without()))
        await transact(db, (tx) => search.putReading(tx, text, readings[text.folded] ?? ''))
    }
    for (const [id, text] of Object.entries(texts)) await put(id, text)
    return { db, search, put, remove, find, without, read: addReadings }
  }

  it.each([
    ['two letters', '落語', ['d', 'a']],
    ['one letter', '猫', ['c']],
    ['the last letter of a word', '語', ['d', 'a']],
    ['other kana', 'らくごではなくじゃず', []],
    ['hiragana for katakana', 'じゃず', ['b']],
    ['half-width kana', 'ｼﾞｬｽﾞ', ['b']],
    ['capitals', 'jazz', ['b']],
    ['full-width letters', 'ｊａｚｚ', ['b']],
    ['an accent left out', 'cafe', ['e']],
    ['all of several words', '落語 寄席', ['a']],
    ['words in any order, apart by a wide space', '会　東京', ['d']],
    ['one word that is missing', '落語 猫', []],
    ['pairs that are there, but not as a word', '東京都', []],
    ['no pair across words', '屋寄', []],
    ['a letter outside the basic plane', '𠮷野', ['e']],
    ['an emoji', '🎷', ['e']],
    ['a sign', '%', ['e']],
    ['quotes', '"quoted"', ['e']],
  ])('finds by %s', async (_, query, expected) => {
    const { find } = await open()
    expect(await find(query)).toEqual(expected)
  })

  it('finds by the reading, once it is added, and by the text as before', async () => {
    const { find, read, put, without } = await open({ a: '朗読の夜', b: '落語会' })
    expect(await find('ろうどく')).toEqual([])
    await read({ 朗読の夜: 'ロウドクノヨル', 落語会: '' })
    expect(await find('ろうどく')).toEqual(['a'])
    expect(await find('ﾛｳﾄﾞｸ 朗読')).toEqual(['a'])
    expect(await find('落語')).toEqual(['b'])
    await put('a', '朗読の朝')
    expect(await find('ろうどく')).toEqual([])
    expect(await find('朗読')).toEqual(['a'])
    expect((await without()).map(({ id }) => id)).toEqual(['a'])
  })

  it('takes texts at the schema of every release, as a restored backup has its own', async () => {
    const { engine, close } = await openBare(name)
    onTestFinished(close)
    let isThere = false
    for (const step of Object.keys(migrations)) {
      isThere ||= step === '011-search'
      await transact(engine.db, async (tx) => {
        await applySteps(engine, tx, [step])
        if (isThere) await engine.search.put(tx, 'room', 'a', `朗読 ${step}`)
      })
    }
    expect(await engine.search.find(engine.read, 'room', '朗読', 1, 0)).toEqual(['a'])
  })

  it('lists texts without a reading, and adds none to a text that has changed meanwhile', async () => {
    const { find, put, without, read } = await open({ a: '朗読', b: '猫' })
    const before = await without()
    expect(before.map(({ id, folded }) => [id, folded])).toEqual([
      ['b', '猫'],
      ['a', '朗読'],
    ])
    await put('a', '落語')
    await read({ 朗読: 'ロウドク', 猫: 'ネコ' }, before)
    expect(await find('ろうどく')).toEqual([])
    expect((await without()).map(({ folded }) => folded)).toEqual(['落語'])
  })

  it.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['nothing to be seen', '\u200b'],
    ['NUL', '\u0000'],
    ['half a letter', '\ud83d'],
    ['a star', '*'],
    ['quotes', '"""'],
    ['SQL', "'; drop table search_text; --"],
    ['NEAR', 'NEAR(落語 寄席)'],
    ['OR', '落語 OR 猫'],
    ['NOT', '落語 NOT 猫'],
    ['a column', 'tokens:落語'],
    ['a beginning', '^落語'],
    ['a minus', '-落語'],
    ['a prefix', '落語*'],
    ['a backslash', '\\'],
    ['LIKE', '%_%'],
    ['brackets', '{}()'],
    ['500 emoji', '🎷'.repeat(500)],
    ['1,000 times the same', 'あ'.repeat(1000)],
    ['1,000 letters', thousandChars.join('')],
    ['1,000 words', thousandChars.join(' ')],
  ])('treats %s as words, not as query syntax', async (_, query) => {
    const { find } = await open()
    expect(await find(query)).toEqual([])
    expect(await find('落語')).toEqual(['d', 'a'])
  })

  it('finds exactly the texts that contain every word', async () => {
    const { find, put, remove } = await open({})
    const char = fc.constantFrom(...'落語猫アあガか゛Jj é🎷*"()')
    const text = fc.string({ unit: char, maxLength: 12 })
    const query = fc.string({ unit: char, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 5 }),
        fc.array(query),
        async (texts, queries) => {
          for (const [at, one] of texts.entries()) await put(`${at}`, one)
          for (const one of queries) {
            const terms = splitWords(one)
            const matches = (text: string) => terms.every((word) => fold(text).includes(word))
            const expected = texts.flatMap((text, at) =>
              terms.length > 0 && matches(text) ? [`${at}`] : [],
            )
            expect((await find(one)).sort()).toEqual(expected)
          }
          for (const at of texts.keys()) await remove(`${at}`)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('never throws for any query', async () => {
    const { find } = await open()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (query) => {
        await find(query)
      }),
    )
  })

  it('removes replaced and deleted texts', async () => {
    const { find, put, remove } = await open()
    await put('a', '講談')
    expect(await find('寄席')).toEqual([])
    expect(await find('講談')).toEqual(['a'])
    await put('a', '講談')
    expect(await find('講談')).toEqual(['a'])
    await remove('a')
    await remove('a')
    expect(await find('講談')).toEqual([])
    await put('a', '寄席')
    expect(await find('寄席')).toEqual(['a'])
  })

  it('separates rooms, events and users', async () => {
    const { find, put, remove } = await open()
    await put('a', '落語', 'event')
    await put('z', '落語', 'user')
    expect(await find('落語', 'event')).toEqual(['a'])
    expect(await find('落語', 'user')).toEqual(['z'])
    await remove('a', 'event')
    expect(await find('落語', 'event')).toEqual([])
    expect(await find('落語')).toEqual(['d', 'a'])
  })

  it('lists the newest first, and a change does not reorder', async () => {
    const { find, put } = await open({ a: '落語', b: '落語', c: '落語', d: '落語' })
    await put('a', '落語の会')
    expect(await find('落語', 'room', 3)).toEqual(['d', 'c', 'b'])
    expect(await find('落語', 'room', 3, 3)).toEqual(['a'])
  })

  it('works as a subquery', async () => {
    const { db, search, put } = await open({})
    for (const id of ['a', 'b', 'c']) {
      await addRow(db, 'user', { id })
      await addRow(db, 'room', { id, amount: id === 'c' ? 500 : 0 })
      await put(id, id === 'a' ? '猫' : '落語')
    }
    const free = (query: string) =>
      db
        .selectFrom('room')
        .select('id')
        .where('amount', '=', 0)
        .where('id', 'in', search.matching('room', query))
        .execute()
    expect(await free('落語')).toEqual([{ id: 'b' }])
    expect(await free(' ')).toEqual([])
  })

  it('is rolled back with its transaction', async () => {
    const { db, search, find } = await open({})
    const transaction = transact(db, async (tx) => {
      await search.put(tx, 'room', 'a', '落語')
      throw new Error('changed my mind')
    })
    await expect(transaction).rejects.toThrow('changed my mind')
    expect(await find('落語')).toEqual([])
  })
})

const explain: Record<DatabaseName, string> = {
  sqlite: 'explain query plan',
  postgres: 'explain (format text)',
}
/**
 * Query plans with a full scan or a sort of all results; `M` in a virtual table's plan means that its index was used.
 */
const tooMuch: Record<DatabaseName, RegExp> = {
  sqlite: /SCAN (?!search_index VIRTUAL TABLE INDEX \d+:M)|TEMP B-TREE FOR ORDER/,
  postgres: /Seq Scan on search/,
}

describe.each(databaseNames)('search index on %s at scale', (name) => {
  it('uses an index and never scans a table', async () => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const { db, search } = engine
    await transact(db, async (tx) => {
      for (let at = 0; at < 3000; at++) await search.put(tx, 'room', `${at}`, `部屋${at}号室`)
    })
    if (name === 'postgres') await db.executeQuery(CompiledQuery.raw('analyze search_text'))
    const queries: CompiledQuery[] = [
      db
        .selectFrom('room')
        .select('title')
        .where('id', 'in', search.matching('room', '2718号'))
        .compile(),
    ]
    const watching = db.withPlugin({
      transformQuery({ node, queryId }) {
        queries.push(db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect(await search.find(watching, 'room', '2718号', 20, 0)).toEqual(['2718'])
    expect(queries).toHaveLength(2)
    for (const { sql: text, parameters } of queries) {
      const plan = await db.executeQuery(
        CompiledQuery.raw(`${explain[name]} ${text}`, [...parameters]),
      )
      const lines = plan.rows.map((row) => Object.values(row as object).join(' ')).join('\n')
      expect(lines).toMatch(/search_index|search_tokens/)
      expect(lines).not.toMatch(tooMuch[name])
    }
  })
})

describe.each(databaseNames)('condition for a page of a list on %s', (name) => {
  it.each([
    ['a common word', '部屋', 20],
    ['a rare word', '７号室', 20],
    ['a common word and a rare one', '部屋 17号', 4],
    ['a word that is nowhere', '落語', 0],
    ['nothing', ' ', 0],
  ])('finds in the list’s own order by %s', async (_, query, count) => {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const { db, search } = engine
    const ids = Array.from(
      { length: 400 },
      (_, at) => `room${String((at * 7) % 400).padStart(3, '0')}`,
    )
    await transact(db, async (tx) => {
      await addRow(tx, 'user', { id: 'owner' })
      for (const [at, id] of ids.entries()) {
        await addRow(tx, 'user', { id })
        await addRow(tx, 'room', { id })
        await search.put(tx, 'room', id, `部屋${at}号室`)
      }
      // The same word in a text of another kind.
      await search.put(tx, 'event', 'room000', '落語')
    })
    const condition = await search.condition(db, 'room', query)
    const list = () => db.selectFrom('room').select('id').orderBy('id', 'desc').limit(20)
    const rows = await list().where(condition('room.id')).execute()
    const expected = await list().where('id', 'in', search.matching('room', query)).execute()
    expect(rows).toEqual(expected)
    expect(rows).toHaveLength(count)
  })
})

describe.runIf(databaseNames.includes('sqlite'))('search index on SQLite', () => {
  it.each([
    [299, true],
    [300, false],
  ])('with %i matches of a word, a page of a list uses the index: %s', async (count, isUsed) => {
    const { engine, close } = await openDatabase('sqlite')
    onTestFinished(close)
    const { db, search } = engine
    await transact(db, async (tx) => {
      for (let at = 0; at < count; at++) await search.put(tx, 'room', `${at}`, `部屋${at}号室`)
    })
    const condition = await search.condition(db, 'room', '号室')
    const { sql: text } = db.selectFrom('room').select('id').where(condition('room.id')).compile()
    expect(text.includes('search_index')).toBe(isUsed)
  })

  it('keeps no token that no text contains any more', async () => {
    const { engine, close } = await openDatabase('sqlite')
    onTestFinished(close)
    const { db, search } = engine
    const put = (text: string) => transact(db, (tx) => search.put(tx, 'room', 'a', text))
    const code = '寄'.codePointAt(0)!.toString(36).padStart(4, '0')
    const indexed = async () => {
      const query = sql`select rowid from search_index where search_index match ${`room${code}`}`
      return (await query.execute(db)).rows.length
    }
    await put('寄席')
    expect(await indexed()).toBe(1)
    await put('講談')
    expect(await indexed()).toBe(0)
    await put('寄席')
    await transact(db, (tx) => search.remove(tx, 'room', 'a'))
    expect(await indexed()).toBe(0)
  })
})
