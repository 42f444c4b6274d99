import type { Db } from '#server/db/schema.ts'

/** The room of the owner with this name, unless it is suspended. */
const openRoom = (db: Db, name: string) =>
  db
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select('room.owner_id')
    .where('owner.name', '=', name)
    .where('room.state', '!=', 9)

export const findRoom = (db: Db, name: string) =>
  openRoom(db, name).select(['room.id', 'room.title', 'room.about']).executeTakeFirst()

export const findEvent = (db: Db, room: string, id: string) =>
  openRoom(db, room)
    .innerJoin('event', 'event.room_id', 'room.id')
    .select(['event.title', 'event.about'])
    .where('event.id', '=', id)
    .where('event.status', '!=', 'draft')
    .executeTakeFirst()

export const findThread = (db: Db, room: string, id: string) =>
  openRoom(db, room)
    .innerJoin('thread', 'thread.room_id', 'room.id')
    .select(['thread.title', 'thread.text', 'thread.author_id'])
    .where('thread.id', '=', id)
    .where('thread.hidden_by', 'is', null)
    .executeTakeFirst()

export const findPerson = (db: Db, name: string) =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'display_name', 'about'])
    .where('name', '=', name)
    .where('status', '=', 'active')
    .executeTakeFirst()
