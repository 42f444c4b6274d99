import { sql } from 'kysely'
import { isEnqueued } from '#server/db/outbox.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'
import type { Due } from './moments.ts'

/** Events starting in that interval without an enqueued reminder. `keyed`: prefix of the outbox key. */
export const listDue = (db: Db, { from, to }: Due, keyed: string, limit: number) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select(['event.id', 'event.start_at'])
    .where('event.status', '=', 'published')
    .where('event.publishment_flg', '=', 0)
    .where('event.start_at', '>=', from)
    .where('event.start_at', '<', to)
    .where('room.state', '<>', 9)
    .where(({ not }) => not(isEnqueued(sql<string>`${keyed} || event.id || ':' || event.start_at`)))
    .orderBy('event.start_at')
    .limit(limit)
    .execute()

export const findReminded = (db: Db, id: Id) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select(['event.id', 'event.title', 'event.start_at', 'event.end_at'])
    .select(['event.status', 'event.publishment_flg'])
    .select(['owner.name as room', 'room.title as room_title', 'room.owner_id'])
    .where('event.id', '=', id)
    .executeTakeFirst()
export type Reminded = NonNullable<Awaited<ReturnType<typeof findReminded>>>

/** People to remind: ticket holders and members with the bell on. `holds`: the ticket, if any. */
const awaiting = (db: Db, eventId: Id) =>
  db
    .selectFrom('event_notify')
    .innerJoin('event', 'event.id', 'event_notify.event_id')
    .leftJoin('entitlement', (on) =>
      on
        .onRef('entitlement.user_id', '=', 'event_notify.user_id')
        .onRef('entitlement.subject_id', '=', 'event.id')
        .on('entitlement.kind', '=', 'event')
        .on('entitlement.status', '=', 'valid'),
    )
    .leftJoin('membership', (on) =>
      on
        .onRef('membership.user_id', '=', 'event_notify.user_id')
        .onRef('membership.room_id', '=', 'event.room_id')
        .on('membership.status', 'in', ['active', 'past_due']),
    )
    .select(['event_notify.user_id', 'entitlement.id as holds'])
    .where('event_notify.event_id', '=', eventId)
    .where((eb) =>
      eb.or([eb('entitlement.id', 'is not', null), eb('membership.id', 'is not', null)]),
    )

/** Sorted by id, starting after `after`. */
export const listAwaiting = (db: Db, eventId: Id, after: Id, limit: number) =>
  awaiting(db, eventId)
    .where('event_notify.user_id', '>', after)
    .orderBy('event_notify.user_id')
    .limit(limit)
    .execute()

export const isAwaiting = async (db: Db, eventId: Id, userId: Id) =>
  (await awaiting(db, eventId).where('event_notify.user_id', '=', userId).executeTakeFirst()) !==
  undefined

/** Current state of an event, to check a notification before it is sent. */
export const findEventNow = (db: Db, id: Id) =>
  db
    .selectFrom('event')
    .select(['start_at', 'status', 'publishment_flg'])
    .where('id', '=', id)
    .executeTakeFirst()
