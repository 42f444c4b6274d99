// What emails show of rooms, events and tickets.

import type { Db } from '#server/db/schema.ts'

export const findRoom = (db: Db, id: string) =>
  db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['room.title', 'room.state', 'room.header_image_path'])
    .select(['user.name', 'user.icon_small_path', 'user.status'])
    .where('room.id', '=', id)
    .executeTakeFirst()

export const findEvent = (db: Db, id: string) =>
  db
    .selectFrom('event')
    .select(['title', 'status', 'start_at', 'thumbnail_image_path'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findEntry = (db: Db, id: string) =>
  db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['digital_ticket.id', 'digital_ticket.title', 'digital_ticket.status'])
    .select(['digital_ticket.starts_at', 'digital_ticket.opens_at', 'digital_ticket.venue'])
    .select(['digital_ticket.image_path', 'user.name'])
    .where('digital_ticket.id', '=', id)
    .executeTakeFirst()

export const findIssued = (db: Db, id: string) =>
  db
    .selectFrom('issued_ticket')
    .leftJoin('ticket_type as type', 'type.id', 'issued_ticket.ticket_type_id')
    .select(['issued_ticket.digital_ticket_id', 'issued_ticket.number', 'issued_ticket.status'])
    .select('type.name as type')
    .where('issued_ticket.id', '=', id)
    .executeTakeFirst()
