import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openBare, openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { type Migration, mergedNames, migrations } from './migrations/index.ts'
import { openSqlite } from './sqlite.ts'

const one: Migration = ({ key }) => `create table one (id ${key} primary key);`
const two: Migration = () => `create table two (id text);`
const broken: Migration = () => `
create table half (id text);
insert into half values ('a');
create table half (id text);
`

const tablesOf = async ({ read }: Engine) =>
  (await read.introspection.getTables()).map((table) => table.name)
const applied = async ({ read }: Engine) =>
  (await sql<{ name: string }>`select name from migration order by name`.execute(read)).rows.map(
    (row) => row.name,
  )

describe.each(databaseNames)('migrations on %s', (name) => {
  async function open() {
    const database = await openBare(name)
    onTestFinished(database.close)
    return database
  }

  it('create every table once, even if two nodes start together', async () => {
    const { engine, openAgain } = await open()
    await Promise.all([migrate(engine), migrate(openAgain())])
    expect(await applied(engine)).toEqual(Object.keys(migrations))
    await migrate(engine)
    expect(await applied(engine)).toEqual(Object.keys(migrations))
  })

  it('roll back a step that fails, and continue with it later', async () => {
    const { engine } = await open()
    await expect(migrate(engine, { steps: { one, two: broken } })).rejects.toThrow('half')
    expect(await applied(engine)).toEqual(['one'])
    expect(await tablesOf(engine)).not.toContain('half')
    await migrate(engine, { steps: { one, two } })
    expect(await applied(engine)).toEqual(['one', 'two'])
    expect(await tablesOf(engine)).toContain('two')
  })

  async function openNamed(names: string[]) {
    const database = await open()
    const merged = mergedNames(['001-people', '050-late-lines'])
    const steps = Object.entries(migrations).filter(([step]) => merged.includes(step))
    await migrate(database.engine, { steps: Object.fromEntries(steps) })
    await sql`delete from migration`.execute(database.engine.db)
    for (const one of names)
      await sql`insert into migration values (${one}, 'then')`.execute(database.engine.db)
    return database
  }

  it('take the tables of all that were merged into them as their own', async () => {
    const { engine, openAgain } = await openNamed([
      '001-people',
      '049-password-attempts',
      '050-late-lines',
    ])
    await Promise.all([migrate(engine), migrate(openAgain())])
    expect(await applied(engine)).toEqual(Object.keys(migrations))
  })

  it('refuse tables of only some that were merged into them', async () => {
    const { engine } = await openNamed(['001-people', '049-password-attempts'])
    await expect(migrate(engine)).rejects.toThrow('050-late-lines')
    expect(await applied(engine)).toEqual(['001-people', '049-password-attempts'])
  })

  it('support a trigger body with semicolons at line ends', async () => {
    const { engine } = await open()
    const guarded: Migration = (dialect) => one(dialect) + dialect.appendOnly('one')
    await migrate(engine, { steps: { guarded } })
    await sql`insert into one values ('a')`.execute(engine.db)
    await expect(sql`delete from one`.execute(engine.db)).rejects.toThrow('one is append-only')
  })
})

describe('database file', () => {
  function freshFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'room-copy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  it('is copied before a change, and only then', async () => {
    const { engine, close } = await openBare('sqlite')
    onTestFinished(close)
    const backup = freshFolder()
    await migrate(engine, { backup, steps: { one } })
    expect(readdirSync(backup), 'a new file holds nothing to lose').toEqual([])
    await sql`insert into one values ('kept')`.execute(engine.db)
    await migrate(engine, { backup, steps: { one } })
    expect(readdirSync(backup), 'there was nothing to do').toEqual([])

    await migrate(engine, { backup, steps: { one, two, three: () => 'drop table one;' } })
    expect(readdirSync(backup)).toEqual(['before-two.sqlite'])
    const copy = openSqlite(join(backup, 'before-two.sqlite'))
    expect(await tablesOf(copy)).not.toContain('two')
    expect((await sql`select * from one`.execute(copy.db)).rows).toEqual([{ id: 'kept' }])
    await copy.close()
  })

  it('is not changed if the copy fails', async () => {
    const { engine, close } = await openBare('sqlite')
    onTestFinished(close)
    const backup = join(freshFolder(), 'missing')
    await migrate(engine, { backup, steps: { one } })
    await expect(migrate(engine, { backup, steps: { one, two } })).rejects.toThrow('directory')
    expect(await tablesOf(engine)).not.toContain('two')
    expect(existsSync(backup)).toBe(false)
  })
})

describe.runIf(databaseNames.includes('postgres'))('migrations on PostgreSQL only', () => {
  it('make no copy of the database', async () => {
    const { engine, close } = await openDatabase('postgres')
    onTestFinished(close)
    const steps = { ...migrations, more: two }
    await migrate(engine, { backup: '/nowhere', steps })
    expect(await applied(engine)).toContain('more')
    await sql`drop table two`.execute(engine.db)
    await sql`delete from migration where name = 'more'`.execute(engine.db)
  })

  it('block no reader while a migration waits for a backup of the same table', async () => {
    const { engine, openAgain, close } = await openBare('postgres')
    onTestFinished(close)
    await migrate(engine, { steps: { one } })
    await sql`insert into one values ('kept')`.execute(engine.db)
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    onTestFinished(() => end())
    const holding = Promise.withResolvers<void>()
    const backup = openAgain()
      .db.transaction()
      .execute(async (tx) => {
        await sql`select * from one limit 0`.execute(tx)
        holding.resolve()
        await isOver
      })
    await holding.promise

    const log = memoryLog()
    const wider: Migration = () => 'alter table one add column name text;'
    const migrating = migrate(openAgain(), { steps: { one, wider }, log })
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_locks where relation = 'one'::regclass and not granted`
      expect((await waiting.execute(engine.read)).rows).toHaveLength(1)
    })
    const read = () => sql`select * from one`.execute(engine.read)
    expect((await read()).rows).toEqual([{ id: 'kept' }])
    await vi.waitFor(() => expect(log.lines).toMatchObject([{ facts: { step: 'wider' } }]), 10_000)
    expect(await applied(engine)).toEqual(['one'])
    end()
    await Promise.all([backup, migrating])
    expect((await read()).rows).toEqual([{ id: 'kept', name: null }])
    expect(await applied(engine)).toEqual(['one', 'wider'])
  })
})
