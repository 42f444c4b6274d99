import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openBare } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { migrations } from './index.ts'

const AT = '2026-11-20T03:00:00.000Z'

describe.each(databaseNames)('existing conversations on %s', (name) => {
  it('get the member as their person, the later one of two with the same member', async () => {
    const { engine, close } = await openBare(name)
    onTestFinished(close)
    const { db } = engine
    const before = Object.entries(migrations).filter(([step]) => step < '029')
    await migrate(engine, { steps: Object.fromEntries(before) })
    const user = (id: string) => sql`insert into "user"
      (id, name, name_skeleton, display_name, email, about, official_flg, birth_y, birth_m, birth_d, gender, role,
       status, terms_accepted_at, followers, following, unread_messages, created_at, updated_at)
      values (${id}, ${id}, ${id}, ${id}, ${id}, '', 0, 1990, 1, 1, 9, 'member', 'active', ${AT}, 0, 0, 0, ${AT}, ${AT})`
    for (const id of ['owner', 'fan', 'other']) await user(id).execute(db)
    await sql`insert into room (id, owner_id, title, about, amount, state, subscribers, created_at, updated_at)
      values ('room', 'owner', '', '', 0, 1, 0, ${AT}, ${AT})`.execute(db)
    const conversations = [
      ['c1', 'room', 'fan'],
      ['c2', 'room', 'fan'],
      ['c3', 'room', 'other'],
      ['c4', 'announcement', 'fan'],
    ] as const
    for (const [id, kind, who] of conversations) {
      await sql`insert into conversation (id, kind, room_id, title, last_text, last_at, created_at)
        values (${id}, ${kind}, 'room', '', '', ${AT}, ${AT})`.execute(db)
      for (const user of ['owner', who])
        await sql`insert into conversation_member (conversation_id, user_id, unread)
          values (${id}, ${user}, 0)`.execute(db)
    }
    await migrate(engine)
    const found = await db
      .selectFrom('conversation')
      .select(['id', 'member_id'])
      .orderBy('id')
      .execute()
    expect(found.map(({ id, member_id }) => [id, member_id])).toEqual([
      ['c1', null],
      ['c2', 'fan'],
      ['c3', 'other'],
      ['c4', null],
    ])
  })
})
