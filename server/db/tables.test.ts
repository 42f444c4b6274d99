import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { addRow } from '#server/testing/rows.ts'
import { type Column as Declared, readSchema } from '#server/testing/schema-source.ts'

type Column = Pick<Declared, 'name' | 'nullable'> & { type: 'text' | 'number' }

const declared = () =>
  Object.fromEntries(
    Object.entries(readSchema()).map(([table, columns]) => [
      table,
      columns.map(
        ({ name, nullable, type }): Column => ({
          name,
          nullable,
          type: type === 'number' ? 'number' : 'text',
        }),
      ),
    ]),
  )

const byName = (a: Column, b: Column) => a.name.localeCompare(b.name)

/** `table.column` of every foreign key, and of the first column of every index. */
const keysAndIndexes: Record<DatabaseName, [string, string]> = {
  sqlite: [
    `select m.name || '.' || f."from" as "at" from sqlite_master m, pragma_foreign_key_list(m.name) f
     where m.type = 'table'`,
    `select m.name || '.' || c.name as "at"
     from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
     where m.type = 'table' and c.seqno = 0 and i.partial = 0`,
  ],
  postgres: [
    `select t.relname || '.' || a.attname as "at" from pg_constraint c
     join pg_class t on t.oid = c.conrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
     where c.contype = 'f'`,
    `select t.relname || '.' || a.attname as "at" from pg_index i
     join pg_class t on t.oid = i.indrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indpred is null`,
  ],
}

describe.each(databaseNames)('tables on %s', (name) => {
  async function open(): Promise<TestDatabase['engine']> {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    return engine
  }

  it('have exactly the columns of the TypeScript schema', async () => {
    const { db } = await open()
    const actual = Object.fromEntries(
      (await db.introspection.getTables()).map(({ name: table, columns }) => [
        table,
        columns.map(
          ({ name: columnName, isNullable, dataType }): Column => ({
            name: columnName,
            nullable: isNullable,
            type: /^(integer|bigint|int4|int8)$/i.test(dataType) ? 'number' : 'text',
          }),
        ),
      ]),
    )
    const expected = declared()
    expect(Object.keys(expected).length).toBeGreaterThan(55)
    for (const [table, columns] of Object.entries(expected))
      expect(actual[table]?.sort(byName), table).toEqual(columns.sort(byName))
    const machinery = Object.keys(actual).filter((table) => !(table in expected))
    for (const table of machinery) expect(table).toMatch(/^(migration|search_\w+)$/)
  })

  it('have an index for every foreign key', async () => {
    const { db } = await open()
    const [keys, indexes] = await Promise.all(
      keysAndIndexes[name].map(async (query) => {
        const { rows } = await sql.raw<{ at: string }>(query).execute(db)
        return rows.map((row) => row.at)
      }),
    )
    expect(keys!.length).toBeGreaterThan(50)
    expect(keys!.filter((key) => !indexes!.includes(key))).toEqual([])
  })

  it('refuse changes and deletes if they are append-only', async () => {
    const { db } = await open()
    const at = '2026-11-20T03:00:00.000Z'
    for (const table of ['user', 'room', 'digital_ticket', 'gate'] as const)
      await addRow(db, table, { id: 'a' })
    const scan = { gate_id: 'a', nonce: 'n', seq: 1, ticket_hash: 't', did: 'admit' } as const
    await db
      .insertInto('gate_log')
      .values({ ...scan, id: 'a', reason: '', signature: '', scanned_at: at, received_at: at })
      .execute()
    await db
      .insertInto('audit')
      .values({
        id: 'a',
        actor_id: null,
        action: 'a',
        target: 't',
        before: '{}',
        after: '{}',
        created_at: at,
      })
      .execute()
    const sale = { movement_id: 'm', account: 'buyer', kind: 'sale', order_id: null } as const
    await db
      .insertInto('ledger_entry')
      .values({ ...sale, id: 'a', owner_id: 'a', amount: 1, occurred_at: at })
      .execute()
    for (const table of ['audit', 'gate_log', 'ledger_entry'] as const) {
      const message = `${table} is append-only`
      await expect(db.updateTable(table).set({ id: 'b' }).execute()).rejects.toThrow(message)
      await expect(db.deleteFrom(table).execute()).rejects.toThrow(message)
      expect(await db.selectFrom(table).select('id').execute()).toEqual([{ id: 'a' }])
    }
  })
})
