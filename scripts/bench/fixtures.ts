import { join } from 'node:path'
import { DAY_MS } from '#contract/lib/durations.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { AccessTokens } from '#server/features/auth/sessions/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { systemClock } from '#server/ports/clock.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { addRow } from '#server/testing/rows.ts'
import type { Server } from './processes.ts'
import type { Folder } from './room.ts'

export const EVENT = 'bench-event'
const IN_ONE_STATEMENT = 500
const nameOf = (n: number) => `viewer-${n}`

/**
 * An event, live by default, and users with a login and a ticket each. Returns a function for their access tokens.
 */
export async function settle({ path }: Folder, people: number, publishment_flg: 0 | 1 = 1) {
  const engine = openSqlite(join(path, 'room.sqlite'))
  const { db } = engine
  const at = new Date().toISOString()
  const later = new Date(Date.now() + DAY_MS).toISOString()
  const owner = await db.selectFrom('room').select(['id']).executeTakeFirstOrThrow()
  await addRow(db, 'event', {
    id: EVENT,
    room_id: owner.id,
    publishment_flg,
    start_at: at,
    end_at: later,
    capacity: people,
    taken: people,
    participants: people,
    last_number: people,
  })
  const all = Array.from({ length: people }, (_, n) => n)
  await db.transaction().execute(async (tx) => {
    for (const n of all) await addRow(tx, 'user', { id: nameOf(n) })
    for (let from = 0; from < people; from += IN_ONE_STATEMENT) {
      const some = all.slice(from, from + IN_ONE_STATEMENT)
      const session = { device: 'bench', created_at: at, last_seen_at: at, revoked_at: null }
      await tx
        .insertInto('session')
        .values(some.map((n) => ({ ...session, id: nameOf(n), user_id: nameOf(n) })))
        .execute()
      const ticket = {
        kind: 'event' as const,
        subject_id: EVENT,
        order_id: null,
        status: 'valid' as const,
        granted_at: at,
        revoked_at: null,
        is_public: 0 as const,
        live_only: 0 as const,
      }
      await tx
        .insertInto('entitlement')
        .values(some.map((n) => ({ ...ticket, id: nameOf(n), user_id: nameOf(n), number: n + 1 })))
        .execute()
    }
  })
  await engine.close()
  return {
    /** Signs tokens with that folder's secrets; a server elsewhere needs a login by password. */
    tokensAt({ url }: Server, count: number): Promise<string[]> {
      const tokens = new AccessTokens({
        read: db,
        clock: systemClock(0),
        bus: memoryBus(),
        secrets: loadSecrets(path),
        config: { siteUrl: url.replace('127.0.0.1', 'localhost') } as never,
      })
      return Promise.all(all.slice(0, count).map((n) => tokens.sign(nameOf(n), nameOf(n))))
    },
  }
}
