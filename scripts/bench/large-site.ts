import { type Insertable, type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import type { SearchKind } from '#server/db/search.ts'
import { addRow } from '#server/testing/rows.ts'

/** How much a site holds. There are as many people as rooms, who have the tickets and memberships, too. */
export interface Size {
  rooms: number
  /** Ten each in the first rooms. */
  events: number
  /** Messages in the talk of one evening. */
  lines: number
  /** Of that evening. */
  tickets: number
  /** Of one room. */
  members: number
}

const IN_ONE_TRANSACTION = 5_000
/** One in a thousand rooms contains this word: the first page is full from 10,000 rooms on. */
export const RARE = '落語'
/** In the title of nearly every room and event. */
export const COMMON = '珈琲'
/** How words of one in a thousand rooms, and of nearly every event, are read. */
export const READ = { rare: 'らくご', common: 'ろうどく' }
/** Tags of every second room and event, and of one in a thousand. */
export const TAGS = { common: '珈琲', rare: '焙煎' }
/** Readings of the words in titles, as the dictionary has them. */
const READINGS = { 珈琲: 'こーひー', 落語: READ.rare, 朗読: READ.common, 部屋: 'へや', 夜: 'よる' }

/**
 * Rooms with an owner each, a live event in the first one, and its messages. The database multiplies one row by
 * itself; only the search index is written from here, text by text.
 */
export async function settle(engine: Engine, { rooms, lines, ...more }: Size) {
  const { db, kind } = engine
  await addRow(db, 'user', { id: 'owner0' })
  await addRow(db, 'room', { id: 'owner0' })
  const owner = sql`'owner' || n`
  const [title, rare] = [sql`'珈琲と夜の部屋' || n`, sql`${sql.lit(RARE)} || 'の部屋' || n`]
  const since = Date.parse('2026-01-01') / 1_000
  const later =
    kind === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', ${sql.lit(since)} + n, 'unixepoch')`
      : sql`to_char(to_timestamp(${sql.lit(since)} + n) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
  await multiply(db, 'user', rooms - 1, {
    id: owner,
    name: owner,
    name_skeleton: owner,
    official_flg: sql`case when n between 3 and 32 then 1 else 0 end`,
    // Every tenth ticket holder.
    publishes_attendance: sql`case when n % 10 = 1 then 1 else 0 end`,
    email: sql`'owner' || n || '@room.test'`,
  })
  await multiply(db, 'room', rooms - 1, {
    id: owner,
    owner_id: owner,
    title: sql`case when n % 1000 = 7 then ${rare} else ${title} end`,
    subscribers: sql`(n * 7919) % 5000`,
    created_at: later,
  })
  await index(engine, 'room')
  await tag(db, 'room')
  const now = new Date()
  const until = new Date(now.getTime() + DAY_MS).toISOString()
  await addRow(db, 'event', {
    id: 'evening',
    room_id: 'owner0',
    publishment_flg: 1,
    start_at: now.toISOString(),
    end_at: until,
  })
  const line = { client_id: null, deleted: 0, deletes: null, question: 0 } as const
  const first = { event_id: 'evening', seq: 0, user_id: 'owner0', message: 'こんばんは' }
  await db
    .insertInto('talk')
    .values({ ...line, ...first, created_at: now.toISOString() })
    .execute()
  await multiply(db, 'talk', lines, {
    seq: sql`n`,
    user_id: sql`'owner' || (n % 100)`,
    message: sql`'こんばんは ' || n`,
    created_at: later,
  })
  await countTalk(db)
  await addHoldings(engine, more, later)
  await db
    .insertInto('session')
    .values({
      id: 'session',
      user_id: 'owner0',
      device: 'bench',
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      revoked_at: null,
    } as Insertable<Schema['session']>)
    .execute()
}

/** As the migration that introduced the counts: the lines were not posted one by one. */
async function countTalk(db: Db) {
  await sql`insert into talk_author (event_id, user_id, messages)
    select event_id, user_id, count(*) from talk group by event_id, user_id`.execute(db)
  await sql`insert into talk_total (event_id, messages, people)
    select event_id, sum(messages), count(*) from talk_author group by event_id`.execute(db)
}

/** Events of the first rooms, tickets of the evening, members of the first room, and what the caller holds. */
async function addHoldings(
  engine: Engine,
  { events, tickets, members }: Omit<Size, 'rooms' | 'lines'>,
  later: RawBuilder<unknown>,
) {
  const { db } = engine
  const coming = sql`case when n % 20 = 0 then 0 else 3 end`
  await multiply(db, 'event', events, {
    id: sql`'event' || n`,
    room_id: sql`'owner' || (n % ${sql.lit(events / 10)})`,
    title: sql`${sql.lit(`${COMMON}と朗読の夜`)} || n`,
    publishment_flg: coming,
    start_at: later,
    created_at: later,
  })
  await index(engine, 'event')
  await tag(db, 'event')
  const at = new Date().toISOString()
  await db
    .insertInto('entitlement')
    .values({
      id: 'ticket0',
      kind: 'event',
      subject_id: 'evening',
      user_id: 'owner1',
      number: 1,
      order_id: null,
      status: 'valid',
      granted_at: at,
      revoked_at: null,
      is_public: 0,
      live_only: 0,
    })
    .execute()
  await multiply(db, 'entitlement', tickets, {
    id: sql`'ticket' || n`,
    user_id: sql`'owner' || (n + 1)`,
    number: sql`n + 1`,
    is_public: sql`case when n % 10 = 0 then 1 else 0 end`,
  })
  await multiply(db, 'entitlement', 30, {
    id: sql`'own' || n`,
    user_id: sql`'owner0'`,
    subject_id: sql`'event' || n`,
  })
  await db
    .insertInto('membership')
    .values({
      id: 'member0',
      room_id: 'owner0',
      user_id: 'owner1',
      status: 'active',
      amount: 0,
      current_period_end: null,
      cancel_at_period_end: 0,
      subscription_ref: null,
      last_seen_at: at,
      joined_at: at,
      left_at: null,
      past_due_at: null,
    } as Insertable<Schema['membership']>)
    .execute()
  await multiply(db, 'membership', members, {
    id: sql`'member' || n`,
    user_id: sql`'owner' || (n + 1)`,
    joined_at: later,
  })
  await multiply(db, 'membership', 20, {
    id: sql`'own' || n`,
    user_id: sql`'owner0'`,
    room_id: sql`'owner' || n`,
  })
  await index(engine, 'user', members)
  await addReadings(engine)
}

/** Text by text, as there is no other way into the index. */
async function index({ db, search }: Engine, kind: SearchKind, count = Number.MAX_SAFE_INTEGER) {
  const text = kind === 'user' ? 'display_name' : 'title'
  const { rows } = await sql<{ id: string; text: string }>`
    select id, ${sql.ref(text)} as text from ${sql.table(kind)} order by created_at limit ${count}`.execute(
    db,
  )
  for (let from = 0; from < rows.length; from += IN_ONE_TRANSACTION)
    await db.transaction().execute(async (tx) => {
      for (const row of rows.slice(from, from + IN_ONE_TRANSACTION))
        await search.put(tx, kind, row.id, row.text)
    })
}

/** As the job adds them, without its dictionary, which would take minutes. */
async function addReadings({ db, search }: Engine) {
  for (;;) {
    const texts = await search.listWithoutReading(db, IN_ONE_TRANSACTION)
    if (texts.length === 0) return
    await db.transaction().execute(async (tx) => {
      for (const text of texts) await search.putReading(tx, text, readingOf(text.folded))
    })
  }
}

function readingOf(text: string): string {
  let reading = text
  for (const [word, read] of Object.entries(READINGS)) reading = reading.replaceAll(word, read)
  return reading === text ? '' : reading
}

async function tag(db: Db, kind: 'room' | 'event') {
  const table = sql.table(`${kind}_tag`)
  for (const [tag, nth] of [
    [TAGS.common, 2],
    [TAGS.rare, 1_000],
  ] as const) {
    const chosen = sql`select id from (
      select id, row_number() over (order by id) as n from ${sql.table(kind)}) as numbered
      where n % ${sql.lit(nth)} = 1`
    await sql`insert into ${table} (tag, ${sql.ref(`${kind}_id`)})
      select ${sql.lit(tag)}, id from (${chosen}) as chosen`.execute(db)
    await sql`update ${sql.table(kind)} set tags = trim(tags || ' ' || ${sql.lit(tag)})
      where id in (${chosen})`.execute(db)
  }
}

/**
 * Adds `count` copies of a table's only row, or of the one that is like this; the nth one (from 1) with these columns
 * of its own.
 */
export async function multiply(
  db: Db,
  table: keyof Schema,
  count: number,
  own: Record<string, RawBuilder<unknown>>,
  like: RawBuilder<unknown> = sql`1 = 1`,
) {
  const one = sql`(select * from ${sql.table(table)} where ${like} limit 1)`
  const { rows } = await sql<object>`select * from ${one} as one`.execute(db)
  if (!rows[0]) throw new Error(`no row of ${table} to multiply`)
  const columns = Object.keys(rows[0])
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => own[name] ?? sql.ref(`${table}.${name}`)))}
    from numbers cross join ${one} as ${sql.table(table)}`.execute(db)
}
