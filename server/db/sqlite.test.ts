import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'room-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'room.sqlite')
}

async function pragma(db: Kysely<Schema>, name: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)
  return Object.values(rows[0]!)[0]
}

it('is safe through a power cut on every connection', async () => {
  const path = freshPath()
  const first = openSqlite(path)
  await sql`create table a (id text)`.execute(first.db)
  await first.close()
  const again = openSqlite(path) // only a file that is in WAL already lowers it
  onTestFinished(again.close)
  const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout']
  const FULL = 2
  for (const db of [again.db, again.read]) {
    await db.transaction().execute(async (tx) => sql`select 1`.execute(tx))
    const found = await Promise.all(names.map((name) => pragma(db, name)))
    expect(found).toEqual(['wal', FULL, 1, 5000])
  }
  await expect(sql`insert into a values ('b')`.execute(again.read)).rejects.toThrow('readonly')
})

it('locks a transaction at its start, so that what it read is still true when it writes', async () => {
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
  'goes on reading while %s waits for a writer in another process',
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

it('gives up when the writer in another process does not end', async () => {
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
  // Nobody behind waits as long again.
  clock.mockReturnValueOnce(5000).mockImplementation(() => {
    throw new Error('looked a second time')
  })
  await expect(insert()).rejects.toThrow('locked')
  // Who comes much later is not told of somebody else's wait.
  clock.mockReset().mockReturnValueOnce(90_000).mockReturnValueOnce(90_001)
  clock.mockImplementation(() => {
    nextDoor.exec('commit')
    return 90_002
  })
  await insert()
})

it('says why a transaction failed that the engine has already rolled back', async () => {
  const { db, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (id text unique on conflict rollback)`.execute(db)
  const twice = db.transaction().execute(async (tx) => {
    await sql`insert into a values ('b')`.execute(tx)
    await sql`insert into a values ('b')`.execute(tx)
  })
  await expect(twice).rejects.toThrow('UNIQUE')
})

it('asks a prepared question anew when a table has changed', async () => {
  const { db, read, close } = openSqlite(freshPath())
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  await sql`insert into a values ('b')`.execute(db)
  const ask = async (handle: typeof db) => (await sql`select * from a`.execute(handle)).rows
  for (const handle of [db, read]) expect(await ask(handle)).toEqual([{ id: 'b' }])
  await sql`alter table a add column more integer default 1`.execute(db)
  for (const handle of [db, read]) expect(await ask(handle)).toEqual([{ id: 'b', more: 1 }])
})

it('asks more different questions than it keeps prepared', async () => {
  const { read, close } = openSqlite(freshPath())
  onTestFinished(close)
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 400; n++) {
      const { rows } = await sql<{ n: number }>`select ${sql.raw(`${n}`)} as n`.execute(read)
      expect(rows).toEqual([{ n }])
    }
})

it('keeps everything in memory for a look around', async () => {
  const { db, read, close } = openSqlite(':memory:')
  onTestFinished(close)
  await sql`create table a (id text)`.execute(db)
  expect((await sql`select * from a`.execute(read)).rows).toEqual([])
})
