import type { NotNull } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Members who stay and pay more than the room's price, by id after `after`. */
export const listDearer = (db: Db, roomId: Id, after: Id, limit: number) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .select([
      'membership.id',
      'membership.room_id',
      'membership.user_id',
      'membership.amount',
      'membership.subscription_ref',
      'membership.current_period_end',
      'room.title',
      'room.amount as price',
    ])
    .where('membership.room_id', '=', roomId)
    .where('membership.status', '=', 'active')
    .where('membership.cancel_at_period_end', '=', 0)
    .where('membership.subscription_ref', 'is not', null)
    .whereRef('membership.amount', '>', 'room.amount')
    .where('membership.id', '>', after)
    .orderBy('membership.id')
    .limit(limit)
    .$narrowType<{ subscription_ref: NotNull }>()
    .execute()
export type Dearer = Awaited<ReturnType<typeof listDearer>>[number]

/** True for the caller that lowered it; skips a replaced subscription, and one that has fallen due or is leaving. */
export const lowerAmount = (
  tx: Tx,
  { id, subscription_ref, amount }: Dearer,
  change: Partial<Membership>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('membership')
      .set(change)
      .where('id', '=', id)
      .where('subscription_ref', '=', subscription_ref)
      .where('amount', '=', amount)
      .where('status', '=', 'active')
      .where('cancel_at_period_end', '=', 0)
      .returning('id'),
  )
