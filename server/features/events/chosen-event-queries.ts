// Which events a list contains, before their rooms and the viewer's holdings are joined.

import { sql } from 'kysely'
import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import type { Db } from '#server/db/schema.ts'
import type { SearchCondition } from '#server/db/search.ts'
import { NOBODY } from '#server/features/profile/member.ts'

export type Order = 'coming' | 'past' | 'new' | 'popular'

export interface Filter {
  viewerId: string
  now: string
  /** All events of the viewer's own room, drafts included. */
  own?: boolean | undefined
  /** Events the viewer has a ticket to. */
  held?: boolean | undefined
  roomId?: string | undefined
  state?: 'upcoming' | 'on_air' | 'live' | 'archive' | 'ended' | undefined
  isFree?: boolean | undefined
  /** Only events that start before this instant. */
  until?: string | undefined
  /** Of the room. */
  genre?: string | undefined
  /** Of a search. */
  matching?: SearchCondition | undefined
}

export type ListShape = Pick<Filter, 'own' | 'held' | 'state'> & {
  isVisitor: boolean
  isOfRoom: boolean
  isFree: boolean
  isBounded: boolean
  isOfGenre: boolean
}
/** `overdue`: events that should have begun before this instant will not begin. */
export type ListValues = {
  viewerId: string
  now: string
  overdue: string
  roomId: string
  until: string
  genre: string
}
export const shapeOf = ({
  own,
  held,
  state,
  viewerId,
  roomId,
  isFree,
  until,
  genre,
}: Filter): ListShape => ({
  own,
  held,
  state,
  isVisitor: viewerId === NOBODY,
  isOfRoom: roomId !== undefined,
  isFree: isFree === true,
  isBounded: until !== undefined,
  isOfGenre: genre !== undefined,
})
export const valuesOf = ({
  viewerId,
  now,
  roomId = '',
  until = '',
  genre = '',
}: Filter): ListValues => ({
  ...{ viewerId, now, roomId, until, genre },
  overdue: new Date(Date.parse(now) - NOT_STARTED_MS).toISOString(),
})

type Chosen = ReturnType<typeof publicEvents>

export const inPart = (q: Chosen, order: Order): Chosen =>
  q
    .$if(order === 'coming', (part) => part.where('event.publishment_flg', 'in', [0, 1, 2]))
    .$if(order === 'past', (part) => part.where('event.publishment_flg', '=', 3))

const states: Record<NonNullable<Filter['state']>, (q: Chosen, of: ListValues) => Chosen> = {
  upcoming: (q, { overdue }) =>
    q.where('event.publishment_flg', '=', 0).where('event.start_at', '>', overdue),
  on_air: (q) => q.where('event.publishment_flg', '=', 1),
  live: (q) => q.where('event.publishment_flg', 'in', [1, 2]),
  archive: (q, { now }) =>
    q
      .where('event.archive', '=', 1)
      .where((eb) =>
        eb.or([eb('event.archive_until', 'is', null), eb('event.archive_until', '>', now)]),
      ),
  ended: (q) => q.where('event.publishment_flg', '=', 3),
}

const publicEvents = (db: Db) => db.selectFrom('event').where('event.status', '=', 'published')

const ownEvents = (db: Db, ownerId: string): Chosen =>
  db
    .selectFrom('event')
    .where('event.room_id', 'in', (eb) =>
      eb.selectFrom('room').select('room.id').where('room.owner_id', '=', ownerId),
    )

/** Public lists contain open rooms only; a room's own list and the viewer's tickets include closed rooms. */
const inRoomsOf = (q: Chosen, states: (1 | 8)[], genre?: string): Chosen =>
  q.where((eb) =>
    eb.exists(
      eb
        .selectFrom('room')
        .select('room.id')
        .whereRef('room.id', '=', 'event.room_id')
        .where('room.state', 'in', states)
        .$if(genre !== undefined, (rooms) => rooms.where('room.genre', '=', genre ?? '')),
    ),
  )

export function chosenEvents(
  db: Db,
  { own, held, state, isOfRoom, isFree, isBounded, isOfGenre }: ListShape,
  values: ListValues,
  matching: Filter['matching'],
): Chosen {
  const { viewerId, roomId, until, genre } = values
  if (own) return ownEvents(db, viewerId)
  return (
    publicEvents(db)
      .$if(held === true, (q) =>
        q.where('event.id', 'in', (eb) =>
          eb
            .selectFrom('entitlement')
            .select('entitlement.subject_id')
            .where('entitlement.user_id', '=', viewerId)
            .where('entitlement.kind', '=', 'event')
            .where('entitlement.status', '=', 'valid'),
        ),
      )
      .$call((q) =>
        isOfRoom
          ? q.where('event.room_id', '=', roomId)
          : inRoomsOf(q, held ? [1, 8] : [1], isOfGenre ? genre : undefined),
      )
      .$call((q) => (state ? states[state](q, values) : q))
      // A literal, not a parameter: the partial index has this condition.
      .$if(isFree, (q) => q.where('event.amount', '=', sql.lit(0)))
      .$if(isBounded, (q) => q.where('event.start_at', '<', until))
      .$call((q) => (matching ? q.where(matching('event.id')) : q))
  )
}
