import { type SelectQueryBuilder, sql } from 'kysely'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Db, Schema } from '#server/db/schema.ts'

export const findRoom = (db: Db, ownerId: string) =>
  db.selectFrom('room').select(['id', 'title']).where('owner_id', '=', ownerId).executeTakeFirst()

/** Everybody who is or was a member; a person who comes back has the row of their latest membership only. */
const membersOf = (db: Db, roomId: string) =>
  db
    .selectFrom('membership')
    .where('room_id', '=', roomId)
    .where('status', '!=', sql.lit<Membership['status']>('incomplete'))

type Members = SelectQueryBuilder<Schema, 'membership', object>
const membersAt = (members: Members, at: string) =>
  members
    .where('joined_at', '<', at)
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>=', at)]))

/** The members at an instant, what they pay a month, and how many of them are still members at `until`. */
export async function countMembersAt(db: Db, roomId: string, at: string, until: string) {
  const row = await membersAt(membersOf(db, roomId), at)
    .select((eb) => [
      eb.fn.countAll<number>().as('members'),
      eb.fn.sum<number | null>('amount').as('recurring'),
      sql<
        number | null
      >`sum(case when left_at is null or left_at >= ${until} then 1 else 0 end)`.as('kept'),
    ])
    .executeTakeFirstOrThrow()
  return {
    members: Number(row.members),
    recurring: Number(row.recurring ?? 0),
    kept: Number(row.kept ?? 0),
  }
}

/** Joins or leaves by hour, whose instants begin with `hour`. */
export const countChanges = (
  db: Db,
  roomId: string,
  column: 'joined_at' | 'left_at',
  { from, until }: { from: string; until: string },
) =>
  membersOf(db, roomId)
    .select((eb) => [
      sql<string>`substr(${sql.ref(column)}, 1, 13)`.as('hour'),
      eb.fn.countAll<number>().as('members'),
      eb.fn.sum<number>('amount').as('recurring'),
    ])
    .where(column, '>=', from)
    .where(column, '<', until)
    .groupBy(sql`substr(${sql.ref(column)}, 1, 13)`)
    .execute()

const MAX_LINKS = 50

/** The seller's sales by the link that led to them, without renewals and refunded ones. */
export const countSources = (
  db: Db,
  sellerId: string,
  { from, until }: { from: string; until: string },
) =>
  db
    .selectFrom('order')
    .select((eb) => [
      'from_link as link',
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .where('seller_id', '=', sellerId)
    .where('settled_at', '>=', from)
    .where('settled_at', '<', until)
    .where('state', '=', 'settled')
    .where('invoice_ref', 'is', null)
    .groupBy('from_link')
    .orderBy('orders', 'desc')
    .orderBy(sql`coalesce(from_link, '')`)
    .limit(MAX_LINKS)
    .execute()
