import { sql } from 'kysely'
import { ATTENDEES_COUNTED_MAX, ATTENDEES_SHOWN } from '#contract/events/limits.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

/** Valid tickets of people who agreed to be shown, who are active and not banned from the event. */
const publicTickets = (db: Db, eventId: string) =>
  db
    .selectFrom('entitlement')
    .innerJoin('user', 'user.id', 'entitlement.user_id')
    .where('entitlement.subject_id', '=', eventId)
    // A literal, not a parameter: the partial index has this condition.
    .where('entitlement.is_public', '=', sql.lit(1))
    // As expressions: SQLite would take the index of all tickets of the event, and read 100,000 for a few.
    .where((eb) => eb(eb.fn.coalesce('entitlement.kind', sql.lit('')), '=', 'event'))
    .where((eb) => eb(eb.fn.coalesce('entitlement.status', sql.lit('')), '=', 'valid'))
    // The setting itself, besides its copy.
    .where('user.publishes_attendance', '=', 1)
    .where('user.status', '=', 'active')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('talk_ban')
            .select('talk_ban.user_id')
            .whereRef('talk_ban.event_id', '=', 'entitlement.subject_id')
            .whereRef('talk_ban.user_id', '=', 'entitlement.user_id'),
        ),
      ),
    )

/** The newest ones. */
export const listAttendees = (db: Db, eventId: string) => attendeesOf(db, { eventId })

const attendeesOf = compiledOnce((db, { eventId }: { eventId: string }) =>
  publicTickets(db, eventId)
    .select(memberColumns)
    .orderBy('entitlement.granted_at', 'desc')
    .orderBy('entitlement.id', 'desc')
    .limit(sql.lit(ATTENDEES_SHOWN)),
)

export const findAttendee = (db: Db, eventId: string, name: string) =>
  publicTickets(db, eventId).select(memberColumns).where('user.name', '=', name).executeTakeFirst()

/** How many there are, up to `ATTENDEES_COUNTED_MAX`. */
export async function countAttendees(db: Db, eventId: string): Promise<number> {
  const [row] = await countOf(db, { eventId })
  return Number(row?.count ?? 0)
}

const countOf = compiledOnce((db, { eventId }: { eventId: string }) =>
  db
    .selectFrom(
      publicTickets(db, eventId)
        .select('entitlement.id')
        .limit(sql.lit(ATTENDEES_COUNTED_MAX))
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll().as('count')),
)
