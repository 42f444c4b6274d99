import type { Db } from '#server/db/schema.ts'

export type Kind = (typeof KINDS)[number]
export const KINDS = ['rooms', 'people', 'events', 'tickets'] as const

/** Public rooms of active users. */
const openRooms = (db: Db) =>
  db
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .where('room.state', '=', 1)
    .where('owner.status', '=', 'active')

/** Public content by id. People are found by their room. */
const listed = {
  rooms: (db: Db) =>
    openRooms(db).select(['room.id as id', 'owner.name as name', 'room.updated_at as changed']),
  people: (db: Db) =>
    openRooms(db).select(['owner.id as id', 'owner.name as name', 'owner.updated_at as changed']),
  events: (db: Db) =>
    openRooms(db)
      .innerJoin('event', 'event.room_id', 'room.id')
      .where('event.status', '=', 'published')
      .select(['event.id as id', 'owner.name as name', 'event.updated_at as changed']),
  tickets: (db: Db) =>
    openRooms(db)
      .innerJoin('digital_ticket', 'digital_ticket.room_id', 'room.id')
      .where('digital_ticket.status', '=', 'published')
      .select([
        'digital_ticket.id as id',
        'owner.name as name',
        'digital_ticket.updated_at as changed',
      ]),
} satisfies Record<Kind, (db: Db) => unknown>

const after = (db: Db, kind: Kind, id: string) =>
  db
    .selectFrom(listed[kind](db).as('listed'))
    .selectAll()
    .where('listed.id', '>', id)
    .orderBy('listed.id')

/** Up to `limit` ids after `id`. */
export const listAddresses = (db: Db, kind: Kind, id: string, limit: number) =>
  after(db, kind, id).limit(limit).execute()

/** The last of `limit` ids after `id`; undefined if there are no more. */
export async function endOfPart(db: Db, kind: Kind, id: string, limit: number) {
  const [last, next] = await after(db, kind, id)
    .offset(limit - 1)
    .limit(2)
    .execute()
  return next && last?.id
}
