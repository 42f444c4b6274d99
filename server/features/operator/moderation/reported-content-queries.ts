import type { Db } from '#server/db/schema.ts'

const inRoom = (db: Db) =>
  db
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select('owner.name as room')

export const room = async (db: Db, id: string) =>
  (await inRoom(db)
    .select(['room.title', 'room.about', 'room.tags'])
    .select(['room.header_image_path', 'room.icon_image_path'])
    .where('room.id', '=', id)
    .executeTakeFirst()) ?? null

export const event = async (db: Db, id: string) =>
  (await inRoom(db)
    .innerJoin('event', 'event.room_id', 'room.id')
    .select(['event.title', 'event.about', 'event.tags', 'event.thumbnail_image_path'])
    .where('event.id', '=', id)
    .executeTakeFirst()) ?? null

export const user = async (db: Db, id: string) =>
  (await db
    .selectFrom('user')
    .select(['name', 'display_name', 'about', 'icon_path'])
    .where('id', '=', id)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()) ?? null

export const thread = (db: Db, id: string) =>
  inRoom(db)
    .innerJoin('thread', 'thread.room_id', 'room.id')
    .select(['thread.title', 'thread.text', 'thread.hidden_by'])
    .where('thread.id', '=', id)
    .executeTakeFirst()

export const pictures = (db: Db, threadId: string) =>
  db
    .selectFrom('thread_media')
    .select('path')
    .where('thread_id', '=', threadId)
    .where('kind', '=', 'image')
    .orderBy('position')
    .execute()

export const comment = (db: Db, id: string) =>
  inRoom(db)
    .innerJoin('thread', 'thread.room_id', 'room.id')
    .innerJoin('comment', 'comment.thread_id', 'thread.id')
    .select(['comment.text', 'comment.hidden_by', 'comment.thread_id', 'thread.title'])
    .where('comment.id', '=', id)
    .executeTakeFirst()

export const message = (db: Db, id: string) =>
  db.selectFrom('message').select(['text', 'hidden_by']).where('id', '=', id).executeTakeFirst()

export const talk = (db: Db, eventId: string, seq: number) =>
  inRoom(db)
    .innerJoin('event', 'event.room_id', 'room.id')
    .innerJoin('talk', 'talk.event_id', 'event.id')
    .leftJoin('stamp', 'stamp.id', 'talk.stamp_id')
    .select(['talk.message', 'talk.hidden_by', 'event.title', 'stamp.image_path'])
    .where('talk.event_id', '=', eventId)
    .where('talk.seq', '=', seq)
    .where('talk.deletes', 'is', null)
    .executeTakeFirst()
