import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openBare, openDatabase } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { nextOf } from './counter.ts'
import { groupedWrites } from './group.ts'
import type { Tx } from './schema.ts'

const add = (name: string) => (tx: Tx) =>
  tx.insertInto('counter').values({ name, last: 1 }).returning('name').executeTakeFirstOrThrow()

describe.each(databaseNames)('%s', (name) => {
  async function open(most?: number) {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const commits = vi.spyOn(engine.db, 'transaction')
    const stored = async () => {
      const rows = await engine.read.selectFrom('counter').select('name').orderBy('name').execute()
      return rows.map((row) => row.name)
    }
    return { db: engine.db, write: groupedWrites(engine.db, most), commits, stored }
  }

  it('serves all that arrive together by one commit', async () => {
    const { write, commits } = await open()
    const numbers = await Promise.all(
      Array.from({ length: 60 }, () => write((tx) => nextOf(tx, 'a'))),
    )
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(commits).toHaveBeenCalledTimes(1)
  })

  it('lets those in who come through the event loop, one by one, as requests do', async () => {
    const { write, commits } = await open()
    const arrivals = Array.from(
      { length: 20 },
      (_, at) =>
        new Promise<void>((done, failed) => {
          setTimeout(() => write(add(`${at}`)).then(() => done(), failed), 0)
        }),
    )
    await Promise.all(arrivals)
    expect(commits.mock.calls.length).toBeLessThan(10)
  })

  it('lets no group grow without bound', async () => {
    const { write, commits } = await open(10)
    await Promise.all(Array.from({ length: 31 }, (_, at) => write(add(`${at}`))))
    expect(commits).toHaveBeenCalledTimes(4) // 10 + 10 + 10 + 1
  })

  it('answers when everybody can see it, not before', async () => {
    const { write, stored } = await open()
    const seen: string[][] = []
    const acknowledged = ['a', 'b', 'c'].map((id) => write(add(id)).then(stored))
    const watching = write(async () => void seen.push(await stored()))
    await watching
    const all = ['a', 'b', 'c']
    expect(await Promise.all(acknowledged)).toEqual([all, all, all])
    expect(seen).toEqual([[]])
  })

  it('refuses one that fails, with its own reason, and keeps its neighbours', async () => {
    const { write, stored } = await open()
    const outcomes = await Promise.allSettled([
      write(add('first')),
      write(add('a')),
      write(add('a')),
      write(async (tx) => {
        await add('half')(tx)
        throw new Error('changed my mind')
      }),
      write(async (tx) => {
        await add('b')(tx)
        await add('b')(tx).catch(() => 'swallowed')
        await add('c')(tx)
      }),
      write(add('d')),
    ])
    expect(outcomes[2]!.status).toBe('rejected')
    expect(outcomes[3]).toMatchObject({ reason: new Error('changed my mind') })
    // A statement that failed spoils its savepoint on one engine and not on the other: never half of it.
    const swallowed = outcomes[4]!.status === 'fulfilled' ? ['b', 'c'] : []
    expect(await stored()).toEqual(['a', ...swallowed, 'd', 'first'])
  })

  it('tells everybody when the commit itself fails, and works on', async () => {
    const { engine, close } = await openBare(name)
    onTestFinished(close)
    const { db, read } = engine
    await sql`create table a (id text primary key)`.execute(db)
    await sql`create table b (a text references a (id) deferrable initially deferred)`.execute(db)
    const write = groupedWrites(db)
    const insert = (table: string, value: string) =>
      write((tx) => sql`insert into ${sql.table(table)} values (${value})`.execute(tx))
    await insert('a', 'first')
    const lost = await Promise.allSettled([insert('a', 'lost'), insert('b', 'nobody')])
    await insert('a', 'next')
    expect(lost.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    const { rows } = await sql`select id from a order by id`.execute(read)
    expect(rows).toEqual([{ id: 'first' }, { id: 'next' }])
  })

  it('runs a group again that lost against another transaction', async () => {
    const { write, stored } = await open()
    let runs = 0
    const losing = write(async (tx) => {
      await add('a')(tx)
      if (++runs === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    await Promise.all([write(add('b')), losing])
    expect([runs, await stored()]).toEqual([2, ['a', 'b']])
  })

  it('stores exactly what it acknowledged, whatever fails among it', async () => {
    const { db, stored } = await open()
    const letters = fc.array(fc.record({ id: fc.constantFrom(...'abcdefgh'), fails: fc.boolean() }))
    await fc.assert(
      fc.asyncProperty(letters, fc.integer({ min: 1, max: 5 }), async (asked, most) => {
        await db.deleteFrom('counter').execute()
        const write = groupedWrites(db, most)
        const outcomes = await Promise.allSettled(
          asked.map(({ id, fails }) =>
            write(async (tx) => {
              await add(id)(tx)
              if (fails) throw new Error('asked to fail')
              return id
            }),
          ),
        )
        const expected = new Set(asked.filter((one) => !one.fails).map((one) => one.id))
        const answered = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        expect(answered.sort()).toEqual([...expected].sort())
        expect(await stored()).toEqual([...expected].sort())
      }),
      { numRuns: 40 },
    )
  })
})
