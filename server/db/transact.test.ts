import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { nextSequence } from './counter.ts'
import { isPassing, pauseAfter, rollBack, transact } from './transact.ts'

/** Not 1, so that the test does not depend on real pauses. */
const timeout = (pauses: number[]) => ({
  random: () => 1,
  wait: async (ms: number) => void pauses.push(ms),
})
const failure = (code: string) => Object.assign(new Error('lost'), { code })

describe.each(databaseNames)('transactions on %s', (name) => {
  async function open() {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    return engine.db
  }

  it('number rows without gaps or duplicates under concurrency', async () => {
    const db = await open()
    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => transact(db, (tx) => nextSequence(tx, 'a'))),
    )
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(await transact(db, (tx) => nextSequence(tx, 'b'))).toBe(1)
  })

  it.each(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])(
    'retry after %s, without traces of the lost attempts',
    async (code) => {
      const db = await open()
      const pauses: number[] = []
      let runs = 0
      const number = await transact(
        db,
        async (tx) => {
          const next = await nextSequence(tx, 'a')
          if (++runs < 3) throw failure(code)
          return next
        },
        timeout(pauses),
      )
      expect([number, runs, pauses]).toEqual([1, 3, [10, 20]])
    },
  )

  it('that are rolled back store nothing, and return their outcome without a retry', async () => {
    const db = await open()
    let runs = 0
    const outcome = await transact(db, async (tx) => {
      runs++
      await nextSequence(tx, 'a')
      return rollBack('soldOut')
    })
    expect([outcome, runs]).toEqual(['soldOut', 1])
    expect(await transact(db, (tx) => nextSequence(tx, 'a'))).toBe(1)
  })

  it('give up after some attempts, and at once if a retry is useless', async () => {
    const db = await open()
    const pauses: number[] = []
    const losing = (code: string) =>
      transact(db, () => Promise.reject(failure(code)), timeout(pauses))
    await expect(losing('40P01')).rejects.toThrow('lost')
    expect(pauses).toEqual([10, 20, 40, 80])
    await expect(losing('23505')).rejects.toThrow('lost')
    expect(pauses).toHaveLength(4)
  })
})

describe.runIf(databaseNames.includes('postgres'))('transactions on PostgreSQL only', () => {
  it('survive a real deadlock, and both write', async () => {
    const { engine, close } = await openDatabase('postgres')
    onTestFinished(close)
    const { db } = engine
    for (const name of ['a', 'b']) await transact(db, (tx) => nextSequence(tx, name))
    const met = Promise.withResolvers<void>()
    let waiting = 0
    let runs = 0
    const crossing = (first: string, second: string) =>
      transact(db, async (tx) => {
        runs++
        await sql`set local deadlock_timeout = '10ms'`.execute(tx)
        await nextSequence(tx, first)
        if (++waiting === 2) met.resolve()
        await met.promise
        await nextSequence(tx, second)
      })
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')])
    expect(runs).toBe(3)
    const { rows } = await sql`select name, last from counter order by name`.execute(db)
    expect(rows).toEqual([
      { name: 'a', last: 3 },
      { name: 'b', last: 3 },
    ])
  })
})

it('pauses between retries grow, with random jitter', () => {
  expect([1, 2, 3].map((tried) => pauseAfter(tried, 0))).toEqual([5, 10, 20])
  expect([1, 2, 3].map((tried) => pauseAfter(tried, 1))).toEqual([10, 20, 40])
})

it('temporary errors are distinguished from permanent ones', () => {
  const codes = ['40001', '40P01', 'SQLITE_BUSY', '23505', 'SQLITE_CONSTRAINT', undefined]
  expect(codes.map((code) => isPassing(Object.assign(new Error(), { code })))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect([null, undefined, 'text'].map(isPassing)).toEqual([false, false, false])
})
