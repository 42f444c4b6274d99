import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Deps } from '#server/process/deps.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { addRow } from '#server/testing/rows.ts'
import { recount } from './recount.ts'

const at = '2026-11-20T03:00:00.000Z'

describe.each(databaseNames)('recount on %s', (name) => {
  /** A room with three people, and data for every counter. */
  async function open() {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    const { db } = engine
    for (const id of ['a', 'b', 'c', 'd']) await addRow(db, 'user', { id })
    for (const table of ['room', 'event', 'thread'] as const) await addRow(db, table, { id: 'a' })
    const member = {
      room_id: 'a',
      amount: 0,
      current_period_end: null,
      cancel_at_period_end: 0,
    } as const
    const rest = {
      subscription_ref: null,
      last_seen_at: at,
      joined_at: at,
      left_at: null,
      reminders: 0,
    }
    const statuses = { a: 'active', b: 'past_due', c: 'incomplete', d: 'left' } as const
    for (const [user_id, status] of Object.entries(statuses))
      await db
        .insertInto('membership')
        .values({ ...member, ...rest, id: user_id, user_id, status })
        .execute()
    const right = {
      kind: 'event',
      subject_id: 'a',
      order_id: null,
      number: 1,
      granted_at: at,
      is_public: 0,
      live_only: 0,
    } as const
    for (const [user_id, status] of [
      ['a', 'valid'],
      ['b', 'valid'],
      ['c', 'revoked'],
    ] as const)
      await db
        .insertInto('entitlement')
        .values({ ...right, id: user_id, user_id, status, revoked_at: null })
        .execute()
    await db
      .insertInto('entitlement')
      .values({ ...right, kind: 'room', id: 'r', user_id: 'a', status: 'valid', revoked_at: null })
      .execute()
    const order = {
      buyer_id: 'a',
      seller_id: 'a',
      kind: 'event',
      subject_id: 'a',
      amount: 0,
    } as const
    for (const [id, released_at] of [
      ['held', null],
      ['released', at],
    ] as const) {
      await db
        .insertInto('order')
        .values({
          ...order,
          state: released_at ? 'failed' : 'open',
          id,
          seats: 1,
          refunded_amount: 0,
          snapshot: '{"title":""}',
          snapshot_hash: '',
          created_at: at,
          settled_at: null,
        })
        .execute()
      await db
        .insertInto('hold')
        .values({
          ...{ order_id: id, kind: 'event', subject_id: 'a', expires_at: at },
          ...{ shortened_to: null, released_at },
        })
        .execute()
    }
    const comment = { thread_id: 'a', author_id: 'a', text: '', created_at: at }
    await db
      .insertInto('comment')
      .values({ ...comment, id: 'a', parent_id: null })
      .execute()
    await db
      .insertInto('comment')
      .values({ ...comment, id: 'b', parent_id: 'a' })
      .execute()
    await db
      .insertInto('reaction')
      .values({ thread_id: 'a', user_id: 'b', created_at: at })
      .execute()
    for (const follower_id of ['b', 'c'])
      await db
        .insertInto('follow')
        .values({ follower_id, followee_id: 'a', created_at: at })
        .execute()
    for (const [id, unread] of [
      ['a', 2],
      ['b', 3],
    ] as const) {
      await db
        .insertInto('conversation')
        .values({
          id,
          kind: 'system',
          room_id: null,
          title: '',
          last_text: '',
          last_at: at,
          created_at: at,
        })
        .execute()
      await db
        .insertInto('conversation_member')
        .values({ conversation_id: id, user_id: 'c', unread, last_read_at: null })
        .execute()
    }
    const log = memoryLog()
    return { db, openAgain, log, run: () => recount({ engine, log }) }
  }

  it('finds, corrects and reports every wrong counter', async () => {
    const { db, run, log } = await open()
    const differences = await run()
    const mended = (table: string, column: string, id: string, is: number) => ({
      table,
      column,
      id,
      was: 0,
      is,
      mended: true,
    })
    expect(differences).toEqual([
      mended('room', 'subscribers', 'a', 2),
      mended('event', 'participants', 'a', 2),
      mended('event', 'taken', 'a', 3),
      mended('thread', 'comments', 'a', 2),
      mended('thread', 'reactions', 'a', 1),
      mended('user', 'followers', 'a', 2),
      mended('user', 'following', 'b', 1),
      mended('user', 'following', 'c', 1),
      mended('user', 'unread_messages', 'c', 5),
    ])
    expect(log.lines.map((line) => line.facts)).toEqual(differences)
    expect(await run()).toEqual([])
    const [event] = await db.selectFrom('event').select(['taken', 'participants']).execute()
    expect(event).toEqual({ taken: 3, participants: 2 })
  })

  it('reports an oversold event, whose correct number the table refuses', async () => {
    const { db, run } = await open()
    await run()
    await db.updateTable('event').set({ taken: 2, capacity: 2 }).execute()
    const oversold = { table: 'event', column: 'taken', id: 'a', was: 2, is: 3, mended: false }
    expect(await run()).toEqual([oversold])
    expect(await run()).toEqual([oversold])
  })

  it('corrects counters that are too high as well as too low', async () => {
    const { db, run } = await open()
    await run()
    await db.updateTable('user').set({ followers: 9 }).where('id', '=', 'd').execute()
    expect(await run()).toMatchObject([{ id: 'd', was: 9, is: 0, mended: true }])
  })

  it('handles more rows than fit in one batch', async () => {
    const { db, run } = await open()
    await run()
    const ids = Array.from({ length: 1001 }, (_, n) => `x${String(n).padStart(4, '0')}`)
    await db.transaction().execute(async (tx) => {
      for (const id of ids) await addRow(tx, 'user', { id, following: id === 'x1000' ? 1 : 0 })
    })
    expect(await run()).toMatchObject([{ column: 'following', id: 'x1000' }])
  })

  it('waits for a concurrent change of the same counter', async () => {
    const { db, openAgain, run } = await open()
    await run()
    await db.updateTable('user').set({ followers: 9 }).where('id', '=', 'd').execute()
    let running: ReturnType<typeof run> | undefined
    await openAgain()
      .db.transaction()
      .execute(async (tx) => {
        const follow = { follower_id: 'a', followee_id: 'd', created_at: at }
        await tx.insertInto('follow').values(follow).execute()
        await tx
          .updateTable('user')
          .set((eb) => ({ following: eb('following', '+', 1) }))
          .where('id', '=', 'a')
          .execute()
        await tx
          .updateTable('user')
          .set((eb) => ({ followers: eb('followers', '+', 1) }))
          .where('id', '=', 'd')
          .execute()
        running = run()
        await delayed(db, name)
      })
    expect(await running).toMatchObject([{ id: 'd', was: 10, is: 1, mended: true }])
    expect(await run()).toEqual([])
  })
})

/** Resolves when a transaction waits for another; on SQLite the next one always does. */
const delayed = (db: Deps['db'], name: DatabaseName) =>
  vi.waitFor(async () => {
    if (name === 'sqlite') return
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).not.toEqual([])
  })
