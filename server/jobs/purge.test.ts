import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import { transact } from '#server/db/transact.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { addRow } from '#server/testing/rows.ts'
import { purge } from './purge.ts'

describe.each(databaseNames)('purge on %s', (name) => {
  async function open() {
    const { engine, close } = await openDatabase(name)
    onTestFinished(close)
    const clock = fakeClock()
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
    await addRow(engine.db, 'user', { id: 'fan' })
    const session = (id: string, created_at: string) =>
      engine.db
        .insertInto('session')
        .values({
          id,
          user_id: 'fan',
          device: '',
          created_at,
          last_seen_at: created_at,
          revoked_at: null,
          confirmed_at: null,
        })
        .execute()
    const token = (token_hash: string, session_id: string, expires_at: string) =>
      engine.db
        .insertInto('refresh_token')
        .values({
          token_hash,
          session_id,
          successor_hash: null,
          used_at: null,
          expires_at,
          created_at: at(0),
        })
        .execute()
    const log = memoryLog()
    return { db: engine.db, at, session, token, log, run: () => purge({ engine, clock, log }) }
  }

  it('ends sessions whose last token has expired, and keeps others', async () => {
    const { db, at, session, token, run } = await open()
    await session('old', at(-30 * DAY_MS))
    await session('used', at(-30 * DAY_MS))
    await session('new', at(-30 * DAY_MS + 1))
    await token('ended', 'old', at(0))
    await token('earlier', 'used', at(-1))
    await token('living', 'used', at(1))
    expect(await run()).toMatchObject({ refresh_token: 2, session: 1 })
    const sessions = await db.selectFrom('session').select('id').orderBy('id').execute()
    expect(sessions.map((row) => row.id)).toEqual(['new', 'used'])
    const tokens = await db.selectFrom('refresh_token').select('token_hash').execute()
    expect(tokens).toEqual([{ token_hash: 'living' }])
  })

  it('deletes links that are used or expired', async () => {
    const { db, at, run } = await open()
    const link = { user_id: null, purpose: 'sign_up', payload: '{}', created_at: at(-1) } as const
    for (const [id, expires_at, used_at] of [
      ['ended', at(0), null],
      ['used', at(1), at(-1)],
      ['open', at(1), null],
    ] as const)
      await db
        .insertInto('signed_link')
        .values({ ...link, id, expires_at, used_at })
        .execute()
    expect(await run()).toMatchObject({ signed_link: 2 })
    expect(await db.selectFrom('signed_link').select('id').execute()).toEqual([{ id: 'open' }])
  })

  it('deletes a device of a user who has not returned, but not of others on the same browser', async () => {
    const { db, at, run } = await open()
    await addRow(db, 'user', { id: 'sister', name: 'sister' })
    for (const [user_id, ms] of [
      ['fan', 0],
      ['sister', 1],
    ] as const) {
      const last_used_at = at(-400 * DAY_MS + ms)
      await db.insertInto('known_device').values({ user_id, hash: 'same', last_used_at }).execute()
    }
    expect(await run()).toMatchObject({ known_device: 1 })
    expect(await db.selectFrom('known_device').select('user_id').execute()).toEqual([
      { user_id: 'sister' },
    ])
  })

  it('deletes push subscriptions of an ended session', async () => {
    const { db, at, session, token, run } = await open()
    for (const id of ['ended', 'revoked', 'living']) {
      await session(id, at(-30 * DAY_MS))
      const endpoint = `https://push.example.com/${id}`
      await db
        .insertInto('push_token')
        .values({
          id,
          user_id: 'fan',
          session_id: id,
          kind: 'webpush',
          endpoint,
          keys: '{}',
          created_at: at(0),
          confirmed_at: null,
          tried_at: null,
          outcome: null,
        })
        .execute()
    }
    await token('a', 'revoked', at(1))
    await token('b', 'living', at(1))
    await db
      .updateTable('session')
      .set({ revoked_at: at(0) })
      .where('id', '=', 'revoked')
      .execute()
    expect(await run()).toMatchObject({ push_token: 2, session: 1 })
    expect(await db.selectFrom('push_token').select('id').execute()).toEqual([{ id: 'living' }])
  })

  it('deletes stored answers after a day, and finished work after a month', async () => {
    const { db, at, run } = await open()
    const answer = { body_hash: '', status: 200, answer: '{}' }
    const work = {
      topic: 'a',
      payload: '{}',
      attempts: 1,
      leased_until: null,
      leased_by: null,
      error: null,
    }
    for (const [id, ms] of [
      ['old', 0],
      ['new', 1],
    ] as const) {
      const created_at = at(-DAY_MS + ms)
      await db
        .insertInto('idempotency')
        .values({ ...answer, scope: id, created_at })
        .execute()
      const done_at = at(-30 * DAY_MS + ms)
      const done = { ...work, id, key: id, due_at: done_at, created_at: done_at, done_at }
      await db.insertInto('outbox').values(done).execute()
    }
    const waiting = { ...work, id: 'open', key: 'open', done_at: null }
    const created_at = at(-90 * DAY_MS)
    await db
      .insertInto('outbox')
      .values({ ...waiting, due_at: created_at, created_at })
      .execute()
    expect(await run()).toMatchObject({ idempotency: 1, outbox: 1 })
    expect(await db.selectFrom('idempotency').select('scope').execute()).toEqual([{ scope: 'new' }])
    const left = await db.selectFrom('outbox').select('id').orderBy('id').execute()
    expect(left).toEqual([{ id: 'new' }, { id: 'open' }])
  })

  it('handles more rows than one batch, and logs nothing if there are none', async () => {
    const { db, at, run, log } = await open()
    const answer = { body_hash: '', status: 200, answer: '{}', created_at: at(-DAY_MS) }
    await transact(db, (tx) =>
      tx
        .insertInto('idempotency')
        .values(Array.from({ length: 1001 }, (_, n) => ({ ...answer, scope: `${n}` })))
        .execute(),
    )
    expect(await run()).toMatchObject({ idempotency: 1001 })
    expect(log.lines).toMatchObject([{ facts: { idempotency: 1001 } }])
    expect(new Set(Object.values(await run()))).toEqual(new Set([0]))
    expect(log.lines).toHaveLength(1)
  })
})
