import { sql } from 'kysely'
import { SHOWN_BY } from '#server/features/uploads/shown-queries.ts'
import type { Column } from '#server/testing/schema-source.ts'
import type { World } from '#server/testing/world.ts'

/** A personal column and the text that `fillPersonalColumns` wrote into it. */
export interface Filled extends Column {
  mark: string
}

/** Columns that lead on from a row to its person; all others lead to a user at once. */
const OWNERS: Record<string, string> = {
  room: 'owner_id',
  event: 'room_id',
  thread: 'author_id',
  digital_ticket: 'room_id',
  ticket_type: 'digital_ticket_id',
  issued_ticket: 'holder_id',
  session: 'user_id',
  order: 'buyer_id',
}

export const isPersonal = (column: Column): column is Column & { of: string } => column.of !== null

/** Condition for the rows of a person, by the column that leads to them. */
function isOf(userId: string, of: string): ReturnType<typeof sql<boolean>> {
  const table = of.replace(/_id$/, '')
  const next = OWNERS[table]
  if (next === undefined) return sql<boolean>`${sql.ref(of)} = ${userId}`
  return sql<boolean>`${sql.ref(of)} in (select id from ${sql.table(table)} where ${isOf(userId, next)})`
}

/** Replaces every string within a JSON value. */
const marked = (value: unknown, mark: string): unknown => {
  if (typeof value === 'string') return mark
  if (Array.isArray(value)) return value.map((one) => marked(one, mark))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, mark)]))
}

const folderOf = ({ table, name }: Column) =>
  Object.entries(SHOWN_BY).find(([, by]) => by.table === table && by.columns.includes(name))?.[0] ??
  'public/room/'

/**
 * Writes a text of its own into each of the personal columns of all rows of this person, and stores the files. Throws
 * for a column without a row, as `createFullPerson` must have one.
 */
export async function fillPersonalColumns(
  world: World,
  userId: string,
  columns: Column[],
): Promise<Filled[]> {
  const filled: Filled[] = []
  for (const column of columns.filter(isPersonal)) {
    const { table, name, of, type } = column
    const condition = isOf(userId, of)
    const { rows } = await sql<{ value: string | null }>`select distinct ${sql.ref(name)} as value
      from ${sql.table(table)} where ${condition}`.execute(world.db)
    if (rows.length === 0) throw new Error(`createFullPerson has no row with ${table}.${name}`)
    const mark = `mark-${table}-${name}-end`
    const write = (value: string, old: string | null) =>
      sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${condition}
        and coalesce(${sql.ref(name)}, '') = ${old ?? ''}`.execute(world.db)
    // She still has to prove her password.
    if (`${table}.${name}` === 'user.password_hash') {
      filled.push({ ...column, mark: rows[0]?.value ?? '' })
      continue
    }
    for (const { value } of rows)
      if (type === 'PersonalFile') {
        const path = `${folderOf(column)}${mark}.webp`
        await world.media.put(path, Buffer.from(mark))
        await write(path, value)
      } else if (type === 'PersonalJson')
        await write(JSON.stringify(marked(JSON.parse(value ?? '""'), mark)), value)
      else await write(mark, value)
    filled.push({ ...column, mark })
  }
  return filled
}

/** Puts the marks of rooms, events and people into the search index, as writing them through the app would. */
export async function indexMarks(world: World, userId: string, filled: Filled[]) {
  for (const kind of ['user', 'room', 'event'] as const) {
    const text = filled.filter(({ table }) => table === kind).map(({ mark }) => mark)
    const of = kind === 'user' ? 'id' : (OWNERS[kind] ?? '')
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind)}
      where ${isOf(userId, of)}`.execute(world.db)
    await world.db.transaction().execute(async (tx) => {
      for (const { id } of rows) await world.engine.search.put(tx, kind, id, text.join(' '))
      for (const found of await world.engine.search.listWithoutReading(tx, rows.length))
        await world.engine.search.putReading(tx, found, found.folded)
    })
  }
}

/** `table.column: where it was found` for each mark that is still in a table, in the search index or among the files. */
export async function remaining(world: World, filled: Filled[]): Promise<string[]> {
  const places: string[] = []
  for (const { name } of await world.db.introspection.getTables()) {
    if (name.startsWith('search_index')) continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(world.db)
    const text = JSON.stringify(rows)
    for (const column of filled)
      if (text.includes(JSON.stringify(column.mark).slice(1, -1)))
        places.push(`${column.table}.${column.name}: ${name}`)
  }
  const paths = world.media.paths().join('\n')
  for (const { table, name, mark } of filled) {
    if (paths.includes(mark)) places.push(`${table}.${name}: files`)
    for (const kind of ['user', 'room', 'event'] as const)
      if ((await world.engine.search.find(world.db, kind, mark, 1, 0)).length > 0)
        places.push(`${table}.${name}: search`)
  }
  return places
}
