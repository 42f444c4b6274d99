import { type NotNull, sql } from 'kysely'
import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Db } from '#server/db/schema.ts'

/** Memberships whose period ended or that are past due, and that were not synced recently. */
export const listToSync = (db: Db, now: string, quiet: Untouched, limit: number) =>
  db
    .selectFrom('membership')
    .selectAll()
    // A literal, not a parameter: the partial index has this condition.
    .where('status', '<>', sql.lit('left'))
    .where('subscription_ref', 'is not', null)
    .where((eb) => eb.or([eb('looked_at', 'is', null), isUntouched('looked_at', quiet)]))
    .where((eb) => eb.or([eb('current_period_end', '<=', now), eb('past_due_at', '<=', now)]))
    .orderBy((eb) => eb.fn.coalesce('looked_at', eb.val('')))
    .limit(limit)
    .$narrowType<{ subscription_ref: NotNull }>()
    .execute()

/**
 * Past-due memberships for which a reminder or the end is due. Memberships of a suspended room or user are left out.
 */
export const listPastDue = (
  db: Db,
  { second, last, end }: { second: string; last: string; end: string },
  limit: number,
) =>
  db
    .selectFrom('membership')
    .selectAll()
    .where('status', '=', 'past_due')
    .where('subscription_ref', 'is not', null)
    .where('past_due_at', '<=', second)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('room')
            .select('room.id')
            .whereRef('room.id', '=', 'membership.room_id')
            .where('room.state', '=', 9),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user')
            .select('user.id')
            .whereRef('user.id', '=', 'membership.user_id')
            .where('user.status', '=', 'suspended'),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('past_due_at', '<=', second), eb('reminders', '<', 2)]),
        eb.and([eb('past_due_at', '<=', last), eb('reminders', '<', 3)]),
        eb('past_due_at', '<=', end),
      ]),
    )
    .orderBy('past_due_at')
    .limit(limit)
    .$narrowType<{ subscription_ref: NotNull }>()
    .execute()

/** The user's rooms with a past-due renewal. The id of a room in the API is its owner's name. */
export const listPastDueRooms = (db: Db, userId: string) => pastDueRoomsOf(db, { userId })

const pastDueRoomsOf = compiledOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['user.name as room_id', 'room.title', 'membership.past_due_at'])
    .where('membership.user_id', '=', userId)
    .where('membership.status', 'in', ['past_due', 'incomplete'])
    .where('membership.past_due_at', 'is not', null)
    .where('room.state', '!=', 9)
    .orderBy('membership.past_due_at')
    .$narrowType<{ past_due_at: NotNull }>(),
)

export const findTitle = (db: Db, roomId: string) =>
  db.selectFrom('room').select('title').where('id', '=', roomId).executeTakeFirstOrThrow()
