import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../server/db/schema.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { multiply } from './large-site.ts'
import type { Folder } from './room.ts'

/** Of each list. */
export const ROWS = 10_000
/** The ticket with the holders. */
export const TICKET = 'evening'

/** Members, sales, events and holders of the demo's owner, and reports, people, rooms and tasks for its operator. */
export async function fillLists({ path }: Folder) {
  const engine = openSqlite(join(path, 'room.sqlite'))
  const { db } = engine
  const owner = await db
    .selectFrom('user')
    .innerJoin('room', 'room.owner_id', 'user.id')
    .select(['user.id', 'room.id as room_id'])
    .where('email', '=', 'owner@example.com')
    .executeTakeFirstOrThrow()
  const fan = sql`email = 'fan@example.com'`
  await multiply(
    db,
    'user',
    ROWS,
    {
      id: id('owner'),
      name: id('owner'),
      name_skeleton: id('owner'),
      email: sql`'owner' || n || '@room.test'`,
      display_name: sql`'観客その' || n`,
      created_at: at,
    },
    fan,
  )
  await multiply(db, 'room', ROWS, {
    id: id('owner'),
    owner_id: id('owner'),
    title: sql`'夜の部屋' || n`,
    created_at: at,
  })
  await multiply(db, 'membership', ROWS, {
    id: id('member'),
    user_id: id('owner'),
    room_id: sql`${owner.room_id}`,
    joined_at: at,
    subscription_ref: sql`null`,
  })
  await multiply(
    db,
    'event',
    ROWS,
    {
      id: id('event'),
      title: sql`'朗読の夜' || n`,
      start_at: at,
      end_at: at,
      created_at: at,
      status: sql`'published'`,
      publishment_flg: sql`3`,
    },
    sql`room_id = ${owner.room_id} and status = 'published' and publishment_flg = 3`,
  )
  await multiply(
    db,
    'order',
    ROWS,
    {
      id: id('order'),
      buyer_id: id('owner'),
      settled_at: at,
      created_at: at,
      invoice_ref: sql`null`,
    },
    sql`seller_id = ${owner.id} and state = 'settled'`,
  )
  await multiply(
    db,
    'report',
    ROWS,
    {
      id: id('report'),
      target_id: id('owner'),
      kind: sql`'user'`,
      reporter_id: id('owner'),
      event_id: sql`null`,
      created_at: at,
    },
    sql`status = 'open'`,
  )
  await db
    .insertInto('audit')
    .values({
      id: 'audit',
      actor_id: owner.id,
      action: 'user.suspend',
      target: owner.id,
      before: '{}',
      after: '{}',
      created_at: new Date().toISOString(),
    })
    .execute()
  await multiply(db, 'audit', ROWS, { id: id('audit'), created_at: at })
  await fillHolders(db, owner.room_id)
  await fillTasks(db)
  await engine.close()
}

const id = (prefix: string) => sql`${sql.lit(prefix)} || n`
const at = sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', '-' || n || ' minutes')`

/** A published ticket of that room, and its holders. */
async function fillHolders(db: Db, room: string) {
  const one = sql`room_id = ${room} and status = 'published'`
  await multiply(db, 'digital_ticket', 1, { id: sql`${TICKET}` }, one)
  await multiply(db, 'issued_ticket', ROWS, {
    id: id('issued'),
    digital_ticket_id: sql`${TICKET}`,
    holder_id: id('owner'),
    order_id: sql`null`,
    ticket_type_id: sql`null`,
    seq: sql`n`,
    number: sql`'Z ' || n`,
    hash: id('hash'),
    issued_at: at,
  })
}

async function fillTasks(db: Db) {
  const takedown = { id: id('takedown'), number: sql`1000 + n`, target_id: id('owner') }
  await multiply(db, 'takedown', ROWS, { ...takedown, created_at: at }, sql`state = 'open'`)
  const request = { id: id('request'), created_at: at }
  await multiply(db, 'disclosure_request', ROWS, request, sql`state = 'open'`)
  const now = new Date().toISOString()
  await db
    .insertInto('outbox')
    .values({
      ...{ id: 'work', topic: 'mail', key: 'work', payload: '{}', due_at: now, attempts: 9 },
      ...{ tried_at: null, provider: null, leased_until: null, leased_by: null, done_at: now },
      ...{ error: 'refused', created_at: now },
    })
    .execute()
  await multiply(db, 'outbox', ROWS, { id: id('work'), key: id('work') }, sql`id = 'work'`)
}
