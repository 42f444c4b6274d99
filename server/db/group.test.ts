import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openBare, openDatabase } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { nextSequence } from './counter.ts'
import { groupedWrites } from './group.ts'
import type { Tx } from './schema.ts'
import { rollBack } from './transact.ts'

const add = (name: string) => (tx: Tx) =>
  tx.insertInto('counter').values({ name, last: 1 }).returning('name').executeTakeFirstOrThrow()

describe.each(databaseNames)('grouped writes on %s', (name) => {
  async function open(max?: number) {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const commits = vi.spyOn(engine.db, 'transaction')
    const stored = async () => {
      const rows = await engine.read.selectFrom('counter').select('name').orderBy('name').execute()
      return rows.map((row) => row.name)
    }
    return { db: engine.db, write: groupedWrites(engine.db, max), commits, stored }
  }

  it('share one commit when they arrive together', async () => {
    const { write, commits } = await open()
    const numbers = await Promise.all(
      Array.from({ length: 60 }, () => write((tx) => nextSequence(tx, 'a'))),
    )
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(commits).toHaveBeenCalledTimes(1)
  })

  it('share commits when they arrive one by one through the event loop, as requests do', async () => {
    const { write, commits } = await open()
    const arrivals = Array.from(
      { length: 20 },
      (_, at) =>
        new Promise<void>((resolve, reject) => {
          setTimeout(() => write(add(`${at}`)).then(() => resolve(), reject), 0)
        }),
    )
    await Promise.all(arrivals)
    expect(commits.mock.calls.length).toBeLessThan(10)
  })

  it('that are rolled back store nothing, while the others of their group are stored', async () => {
    const { write, stored, commits } = await open()
    const undone = write(async (tx) => {
      await add('b')(tx)
      return rollBack(null)
    })
    expect(await Promise.all([write(add('a')), undone, write(add('c'))])).toEqual([
      { name: 'a' },
      null,
      { name: 'c' },
    ])
    expect(await stored()).toEqual(['a', 'c'])
    expect(commits).toHaveBeenCalledTimes(1)
  })

  it('have a limited group size', async () => {
    const { write, commits } = await open(10)
    await Promise.all(Array.from({ length: 31 }, (_, at) => write(add(`${at}`))))
    expect(commits).toHaveBeenCalledTimes(4) // 10 + 10 + 10 + 1
  })

  it('settle when the data is visible to others, not before', async () => {
    const { write, stored } = await open()
    const seen: string[][] = []
    const acknowledged = ['a', 'b', 'c'].map((id) => write(add(id)).then(stored))
    const watching = write(async () => void seen.push(await stored()))
    await watching
    const all = ['a', 'b', 'c']
    expect(await Promise.all(acknowledged)).toEqual([all, all, all])
    expect(seen).toEqual([[]])
  })

  it('reject only the failed write, with its own error', async () => {
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
    // A failed statement aborts its savepoint on PostgreSQL only; in both cases all or nothing is stored.
    const swallowed = outcomes[4]!.status === 'fulfilled' ? ['b', 'c'] : []
    expect(await stored()).toEqual(['a', ...swallowed, 'd', 'first'])
  })

  it('reject all writes of a failed commit, and continue', async () => {
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

  it('retry a group that lost against another transaction', async () => {
    const { write, stored } = await open()
    let runs = 0
    const losing = write(async (tx) => {
      await add('a')(tx)
      if (++runs === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    await Promise.all([write(add('b')), losing])
    expect([runs, await stored()]).toEqual([2, ['a', 'b']])
  })

  it('store exactly the acknowledged writes, whatever fails', async () => {
    const { db, stored } = await open()
    const arbitrary = fc.array(
      fc.record({ id: fc.constantFrom(...'abcdefgh'), fails: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.integer({ min: 1, max: 5 }), async (writes, max) => {
        await db.deleteFrom('counter').execute()
        const write = groupedWrites(db, max)
        const outcomes = await Promise.allSettled(
          writes.map(({ id, fails }) =>
            write(async (tx) => {
              await add(id)(tx)
              if (fails) throw new Error('asked to fail')
              return id
            }),
          ),
        )
        const expected = new Set(writes.filter((one) => !one.fails).map((one) => one.id))
        const answered = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        expect(answered.sort()).toEqual([...expected].sort())
        expect(await stored()).toEqual([...expected].sort())
      }),
      { numRuns: 40 },
    )
  })
})
