import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { ENDED, type WriterLimits } from './sqlite-writer.ts'

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'room-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'room.sqlite')
}

async function pragma(db: Kysely<Schema>, name: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)
  return Object.values(rows[0]!)[0]
}

it('every connection of SQLite syncs to survive a power cut', async () => {
  const path = freshPath()
  const first = openSqlite(path)
  await sql`create table a (id text)`.execute(first.db)
  await first.close()
  const again = openSqlite(path) // Only a file that is already in WAL mode lowers it.
  onTestFinished(again.close)
  const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout']
  const FULL = 2
  // The writer waits in its driver, which does not block the process.
  for (const [db, busyTimeout] of [
    [again.db, 0],
    [again.read, 5000],
  ] as const) {
    await db.transaction().execute(async (tx) => sql`select 1`.execute(tx))
    const pragmas = await Promise.all(names.map((name) => pragma(db, name)))
    expect(pragmas).toEqual(['wal', FULL, 1, busyTimeout])
  }
  await expect(sql`insert into a values ('b')`.execute(again.read)).rejects.toThrow('readonly')
})

it('transaction takes the lock at its start, so that its reads are still valid when it writes', async () => {
  const path = freshPath()
  const { db, close } = openSqlite(path)
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  const nextDoor = new Sqlite(path, { timeout: 0 })
  onTestFinished(() => void nextDoor.close())
  await db.transaction().execute(async () => {
    expect(() => nextDoor.exec('insert into a values (1)')).toThrow('locked')
  })
  nextDoor.exec('insert into a values (1)')
})

it.each(['a transaction', 'a single statement'])(
  'reads continue while %s waits for a writer in another process',
  async (kind) => {
    const path = freshPath()
    const { db, read, close } = openSqlite(path)
    onTestFinished(close)
    await sql`create table a (id text)`.execute(db)
    const nextDoor = new Sqlite(path)
    onTestFinished(() => void nextDoor.close())
    nextDoor.exec('begin immediate')
    let written = false
    const insert = sql`insert into a values ('b')`
    const writing =
      kind === 'a transaction'
        ? db.transaction().execute((tx) => insert.execute(tx))
        : insert.execute(db)
    const waiting = writing.then(() => (written = true))
    expect((await sql`select * from a`.execute(read)).rows).toEqual([])
    expect(written).toBe(false)
    nextDoor.exec('commit')
    await waiting
    expect((await sql`select * from a`.execute(read)).rows).toEqual([{ id: 'b' }])
  },
)

it('writer fails when a writer in another process does not end', async () => {
  const path = freshPath()
  const { db, close } = openSqlite(path)
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  const nextDoor = new Sqlite(path)
  onTestFinished(() => void nextDoor.close())
  nextDoor.exec('begin immediate')
  const insert = () => sql`insert into a values ('b')`.execute(db)
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValueOnce(0).mockReturnValueOnce(2500).mockReturnValue(5000)
  await expect(insert()).rejects.toThrow('locked')
  // Queued writers do not wait for the timeout again.
  clock.mockReturnValueOnce(5000).mockImplementation(() => {
    throw new Error('the queued writer waited again')
  })
  await expect(insert()).rejects.toThrow('locked')
  // A much later writer does not inherit the wait.
  clock.mockReset().mockReturnValueOnce(90_000).mockReturnValueOnce(90_001)
  clock.mockImplementation(() => {
    nextDoor.exec('commit')
    return 90_002
  })
  await insert()
})

describe('idle transaction', () => {
  const IDLE_MS = 10_000
  const insert = (text: string) => sql`insert into a values (${text})`

  async function open() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const log = memoryLog()
    const path = freshPath()
    const { db, close } = openSqlite(path, { idleMs: IDLE_MS, log })
    onTestFinished(close)
    await sql`create table a (text text)`.execute(db)
    const readRows = async () => (await sql<{ text: string }>`select text from a`.execute(db)).rows
    return { path, db, log, kept: readRows }
  }

  it('is rolled back and logged with its last SQL, and waiting writers continue', async () => {
    const { db, log, kept: readRows } = await open()
    const hangs = Promise.withResolvers<void>()
    const stands = Promise.withResolvers<void>()
    const idle = db.transaction().execute(async (tx) => {
      await insert('never').execute(tx)
      stands.resolve()
      await hangs.promise
      await insert('late').execute(tx)
    })
    await stands.promise
    let done = false
    const next = insert('next')
      .execute(db)
      .then(() => (done = true))
    vi.advanceTimersByTime(IDLE_MS - 1)
    expect(done).toBe(false)
    vi.advanceTimersByTime(IDLE_MS / 5)
    await next
    await db.transaction().execute(async (tx) => {
      await insert('after').execute(tx)
      hangs.resolve()
      await expect(idle).rejects.toThrow('was ended')
    })
    expect(await readRows()).toEqual([{ text: 'next' }, { text: 'after' }])
    const facts = { lastSql: 'insert into a values (+?)' }
    expect(log.lines).toMatchObject([{ level: 'error', facts: facts, message: ENDED }])
  })

  it('is not one that keeps running queries, however long it takes', async () => {
    const { db, log, kept: readRows } = await open()
    await db.transaction().execute(async (tx) => {
      for (let n = 0; n < 3; n++) {
        vi.advanceTimersByTime(IDLE_MS)
        await insert(`${n}`).execute(tx)
      }
    })
    vi.advanceTimersByTime(5 * IDLE_MS)
    expect(await readRows()).toHaveLength(3)
    expect(log.lines).toEqual([])
  })

  it('is not one that waits for a lock of another process', async () => {
    const { path, db } = await open()
    const nextDoor = new Sqlite(path)
    onTestFinished(() => void nextDoor.close())
    nextDoor.exec('begin immediate')
    const waiting = db.transaction().execute((tx) => insert('in the end').execute(tx))
    await setImmediate() // By now it has requested the connection.
    vi.advanceTimersByTime(5 * IDLE_MS)
    nextDoor.exec('commit')
    await waiting
  })
})

it('writing connection is used in the order of requests', async () => {
  const { db, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (n integer)`.execute(db)
  const insert = (n: number) => sql`insert into a values (${n})`
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2
        ? insert(n).execute(db)
        : db.transaction().execute(async (tx) => {
            await sql`select 1`.execute(tx)
            await insert(n).execute(tx)
          }),
    ),
  )
  const { rows } = await sql<{ n: number }>`select n from a order by rowid`.execute(db)
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
})

describe('transactions that are queued together', () => {
  const insert = (n: number) => sql`insert into a values (${n})`

  /** A database whose commits take no time by its clock, so that all that are queued share one. */
  async function open(limits: WriterLimits = {}) {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    const { db, read, close } = openSqlite(freshPath(), limits)
    onTestFinished(close)
    await sql`create table a (n integer unique on conflict rollback)`.execute(db)
    const committed = async () =>
      (await sql<{ n: number }>`select n from a order by n`.execute(read)).rows.map(({ n }) => n)
    return { db, clock, committed }
  }
  const insertIn = (db: Kysely<Schema>, n: number) =>
    db.transaction().execute((tx) => insert(n).execute(tx))

  it('share one commit, and none is answered before it', async () => {
    const { db, committed } = await open()
    const seen = await Promise.all(
      [1, 2, 3].map(async (n) => {
        await insertIn(db, n)
        return committed()
      }),
    )
    expect(seen).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('are committed before the next one when they have waited for as long as a commit takes', async () => {
    const { db, clock, committed } = await open()
    const first = insertIn(db, 1)
    const second = db.transaction().execute(async (tx) => {
      await insert(2).execute(tx)
      return committed()
    })
    // The first has waited for a millisecond when the second one begins.
    clock.mockReturnValueOnce(0).mockReturnValue(1)
    await first
    expect(await second).toEqual([1])
  })

  it('lose only the one that throws', async () => {
    const { db, committed } = await open()
    const failing = db.transaction().execute(async (tx) => {
      await insert(2).execute(tx)
      throw new Error('changed its mind')
    })
    const outcomes = await Promise.allSettled([insertIn(db, 1), failing, insertIn(db, 3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await committed()).toEqual([1, 3])
  })

  it('share their commit with single statements, none of which is answered before it', async () => {
    const { db, committed } = await open()
    const single = (n: number) => insert(n).execute(db).then(committed)
    const [, second, , fourth] = await Promise.all([
      insertIn(db, 1),
      single(2),
      insertIn(db, 3),
      single(4),
    ])
    expect([second, fourth]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ])
  })

  it.each([
    ['a transaction', (db: Kysely<Schema>) => insertIn(db, 1)],
    ['a single statement', (db: Kysely<Schema>) => insert(1).execute(db)],
  ])('are committed before the failure of %s that met what they wrote', async (_, write) => {
    const { db, committed } = await open()
    await sql`drop table a`.execute(db)
    await sql`create table a (n integer unique)`.execute(db)
    const first = insertIn(db, 1)
    const seen = write(db).catch(committed)
    const third = insertIn(db, 3)
    expect(await seen).toEqual([1, 3])
    await Promise.all([first, third])
  })

  it.each([0, 1])('lose only a single statement that fails as number %i', async (place) => {
    const { db, committed } = await open()
    const works = [1, 2].map((n) => () => insertIn(db, n))
    works.splice(place, 0, () => sql`insert into a values (abs(-9223372036854775808))`.execute(db))
    const outcomes = await Promise.allSettled(works.map((work) => work()))
    expect(outcomes.map(({ status }) => status).toSpliced(place, 1)).toEqual([
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[place]).toMatchObject({ reason: { message: 'integer overflow' } })
    expect(await committed()).toEqual([1, 2])
  })

  it('all fail if SQLite rolls back in a single statement', async () => {
    const { db, committed } = await open()
    const outcomes = await Promise.allSettled([
      insertIn(db, 1),
      insert(1).execute(db),
      insertIn(db, 3),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await committed()).toEqual([3])
  })

  it('all fail if SQLite rolls back by itself, as on a full disk, and later ones are kept', async () => {
    const { db, committed } = await open()
    const first = insertIn(db, 1)
    const twice = insertIn(db, 1)
    const third = insertIn(db, 3)
    await expect(first).rejects.toThrow('SQLite rolled this transaction back')
    await expect(twice).rejects.toThrow('UNIQUE')
    await third
    expect(await committed()).toEqual([3])
  })

  it('fail with one that goes on after SQLite has rolled back', async () => {
    const { db, committed } = await open()
    const first = insertIn(db, 1)
    const goesOn = db.transaction().execute(async (tx) => {
      await insert(1)
        .execute(tx)
        .catch(() => {})
    })
    const outcomes = await Promise.allSettled([first, goesOn, insertIn(db, 3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await committed()).toEqual([3])
  })

  it('keep nothing of one that writes on after SQLite has rolled it back', async () => {
    const { db, committed } = await open()
    await insertIn(db, 1)
    const goesOn = db.transaction().execute(async (tx) => {
      await insert(1)
        .execute(tx)
        .catch(() => {})
      await insert(2).execute(tx)
    })
    await expect(goesOn).rejects.toThrow('SQLite rolled this transaction back')
    expect(await committed()).toEqual([1])
  })

  it('are kept when an idle one after them is ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { db, committed } = await open({ idleMs: 100 })
    const first = insertIn(db, 1)
    const hangs = Promise.withResolvers<void>()
    const stands = Promise.withResolvers<void>()
    const idle = db.transaction().execute(async (tx) => {
      await insert(2).execute(tx)
      stands.resolve()
      await hangs.promise
    })
    await stands.promise
    vi.advanceTimersByTime(200)
    await first
    hangs.resolve()
    await db.transaction().execute(async (tx) => {
      await insert(3).execute(tx)
      hangs.resolve()
      await expect(idle).rejects.toThrow('was ended')
    })
    expect(await committed()).toEqual([1, 3])
  })
})

it('query outside of a transaction waits for none, and reads what is committed', async () => {
  const { db, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (n integer)`.execute(db)
  const rows = async () => (await sql`select n from a`.execute(db)).rows
  await db.transaction().execute(async (tx) => {
    await sql`insert into a values (1)`.execute(tx)
    expect(await rows()).toEqual([])
  })
  expect(await rows()).toHaveLength(1)
})

it('tidying waits for its turn', async () => {
  const { db, tidy, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (n integer)`.execute(db)
  let tidied: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`insert into a values (1)`.execute(tx)
    tidied = tidy()
    await setImmediate()
    await sql`insert into a values (2)`.execute(tx)
  })
  await tidied
  expect((await sql`select n from a`.execute(db)).rows).toHaveLength(2)
})

it('failed transaction reports the cause, also if the engine has already rolled back', async () => {
  const { db, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (id text unique on conflict rollback)`.execute(db)
  const twice = db.transaction().execute(async (tx) => {
    await sql`insert into a values ('b')`.execute(tx)
    await sql`insert into a values ('b')`.execute(tx)
  })
  await expect(twice).rejects.toThrow('UNIQUE')
})

it('prepared query is prepared again after a change of the table', async () => {
  const { db, read, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  await sql`insert into a values ('b')`.execute(db)
  const ask = async (handle: typeof db) => (await sql`select * from a`.execute(handle)).rows
  for (const handle of [db, read]) expect(await ask(handle)).toEqual([{ id: 'b' }])
  await sql`alter table a add column more integer default 1`.execute(db)
  for (const handle of [db, read]) expect(await ask(handle)).toEqual([{ id: 'b', more: 1 }])
})

it('works with more different queries than are kept prepared', async () => {
  const { read, close } = openSqlite(freshPath())
  onTestFinished(close)
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 400; n++) {
      const { rows } = await sql<{ n: number }>`select ${sql.raw(`${n}`)} as n`.execute(read)
      expect(rows).toEqual([{ n }])
    }
})

it('in-memory database works without a file', async () => {
  const { db, read, close } = openSqlite(':memory:')
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  expect((await sql`select * from a`.execute(read)).rows).toEqual([])
})
